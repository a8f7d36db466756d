package main

import (
	"fmt"
	"strings"
	"time"

	"colloquy/bench/script"
)

// minShare is the least share of the replies that each replica must write.
const minShare = 0.25

// sendKey identifies a send.
type sendKey struct{ conversation, clientID string }

// ledger has the stored messages, by the sends that they belong to.
type ledger struct {
	users   map[sendKey][]storedMessage // the users' messages
	replies map[string][]storedMessage  // by the id of the user's message
}

func newLedger(stored []storedMessage) ledger {
	l := ledger{map[sendKey][]storedMessage{}, map[string][]storedMessage{}}
	for _, m := range stored {
		if m.isUser {
			key := sendKey{m.conversation, m.clientID}
			l.users[key] = append(l.users[key], m)
		} else {
			l.replies[m.replyTo] = append(l.replies[m.replyTo], m)
		}
	}
	return l
}

// tally has the numbers of the exchanges by what happened to them.
type tally struct {
	unread         int // refused, or the reply was not read to its end
	undelivered    int // sends that did not reach the server
	reconnects     int // connections that resumed a reply
	lost           int // the message is not stored
	doubled        int // the message is stored more than once
	noReply        int // the message has no reply
	doubledReplies int // the message has more than one reply
	wrong          int // the reply is not orphaned, and is not the model's text
	shownElse      int // the user saw another text than the stored one
	notPrefix      int // the reply is orphaned, and is no beginning of the model's text
	generating     int // the reply still counts as generating
	complete       int // the reply is the model's text
	interrupted    int // the reply is orphaned, and is a beginning of the model's text
	examples       []string
}

// conditions compares the exchanges with the stored messages and returns the conditions. It prints
// examples of faults, and a summary.
func (r *rolling) conditions(stored []storedMessage) []condition {
	l, t := newLedger(stored), &tally{}
	for _, x := range r.exchanges {
		r.check(x, l, t)
	}
	for _, text := range t.examples {
		fmt.Println(text)
	}
	slowest, failedStops := time.Duration(0), 0
	for _, restart := range r.restarts {
		slowest = max(slowest, restart.maxGenerating)
		if restart.failure != nil {
			failedStops++
		}
	}
	fmt.Printf("\nRolling restarts: %d over %d replicas, %d users, %d messages, %d replies complete, %d interrupted by a kill; %d reconnects, %d sends that the proxy could not deliver at once\n",
		len(r.restarts), replicaCount, r.streams, len(r.exchanges), t.complete, t.interrupted, t.reconnects, t.undelivered)
	list := []condition{
		none("messages that were refused, or whose reply was not read to its end", t.unread),
		none("messages that are not stored", t.lost),
		none("messages that are stored twice", t.doubled),
		none("messages without a reply", t.noReply),
		none("messages with two replies", t.doubledReplies),
		none("replies that were not orphaned and differ from the model's text", t.wrong),
		none("orphaned replies that are no beginning of the model's text", t.notPrefix),
		none("replies that the user saw differently from what is stored", t.shownElse),
		none("replies that count as generating at the end", t.generating),
		{"longest time that an orphaned reply counted as generating", seconds(slowest), "at most " + seconds(maxGenerating), slowest <= maxGenerating},
		none(fmt.Sprintf("shutdowns that failed or took longer than %s", r.gracePeriod), failedStops),
	}
	return append(list, r.shares(stored)...)
}

// check compares one exchange with the stored messages and counts the result in t.
func (r *rolling) check(x *exchange, l ledger, t *tally) {
	t.reconnects += x.reconnects
	t.undelivered += x.undelivered
	if x.err != nil {
		t.unread++
		t.addExample("%s of %s: %v", x.clientID, x.conversation, x.err)
		if !x.accepted {
			return
		}
	}
	users := l.users[sendKey{x.conversation, x.clientID}]
	switch len(users) {
	case 0:
		t.lost++
		t.addExample("%s of %s is not stored: %+v", x.clientID, x.conversation, x.reply)
		return
	case 1:
	default:
		t.doubled++
	}
	replies := l.replies[users[0].id]
	switch len(replies) {
	case 0:
		t.noReply++
		return
	case 1:
	default:
		t.doubledReplies++
	}
	r.checkReply(x, replies[0], t)
}

// checkReply compares a stored reply with the model's text and with what the user saw, and counts
// the result in t.
func (r *rolling) checkReply(x *exchange, stored storedMessage, t *tally) {
	want, text := strings.TrimSpace(script.Text(r.pieces)), strings.TrimSpace(stored.content)
	switch {
	case stored.status == "generating":
		t.generating++
	case stored.status == "complete" && text == want:
		t.complete++
	case !r.orphans[stored.id]:
		t.wrong++
		t.addExample("reply %s of %s is %s: %q", stored.id, stored.owner, stored.status, text)
	case stored.status == "interrupted" && strings.HasPrefix(want, text):
		t.interrupted++
	default:
		t.notPrefix++
		t.addExample("orphaned reply %s is %s: %q", stored.id, stored.status, text)
	}
	if shown := strings.TrimSpace(x.reply.text); x.err == nil && shown != text {
		t.shownElse++
		t.addExample("reply %s (%s) of %s, orphaned %t: the user saw %s: %q, stored is %q, connections %q", stored.id, stored.status, stored.owner, r.orphans[stored.id], x.reply.status, shown, text, x.connections)
	}
}

// addExample adds a text that describes a fault, unless there are 20 already.
func (t *tally) addExample(format string, args ...any) {
	const enough = 20
	if len(t.examples) < enough {
		t.examples = append(t.examples, fmt.Sprintf(format, args...))
	}
}

// shares returns the condition of each replica's share of the replies.
func (r *rolling) shares(stored []storedMessage) (list []condition) {
	count, all := map[string]int{}, 0
	for _, m := range stored {
		if node, _, found := strings.Cut(m.owner, "."); found && !m.isUser {
			count[node]++
			all++
		}
	}
	for _, replica := range r.replicas {
		share := float64(count[replica.node]) / float64(max(all, 1))
		list = append(list, condition{"share of the replies that " + replica.name + " wrote", fmt.Sprintf("%.0f %%", 100*share), fmt.Sprintf("at least %.0f %%", 100*minShare), share >= minShare})
	}
	return list
}
