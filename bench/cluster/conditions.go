package main

import (
	"fmt"
	"strings"
	"time"

	"colloquy/bench/script"
)

// minReplicaReplyShare is the least share of the replies that each replica must write.
const minReplicaReplyShare = 0.25

// sendKey identifies a send.
type sendKey struct{ conversation, clientID string }

// messageIndex is an index of the stored messages, to find the rows that a send has stored.
type messageIndex struct {
	messagesBySend     map[sendKey][]storedMessage // messages of users, by conversation and client id
	repliesByMessageID map[string][]storedMessage  // replies, by the id of the user's message
}

func newMessageIndex(stored []storedMessage) messageIndex {
	l := messageIndex{map[sendKey][]storedMessage{}, map[string][]storedMessage{}}
	for _, m := range stored {
		if m.isUser {
			key := sendKey{m.conversation, m.clientID}
			l.messagesBySend[key] = append(l.messagesBySend[key], m)
		} else {
			l.repliesByMessageID[m.replyTo] = append(l.repliesByMessageID[m.replyTo], m)
		}
	}
	return l
}

// exchangeOutcomeCounts counts the exchanges by their outcome. One exchange can have several outcomes.
type exchangeOutcomeCounts struct {
	failedExchangeCount        int // exchanges that were refused, or whose reply was not read to its end
	undeliveredSendCount       int // sends that did not reach the server
	reconnectCount             int // connections that resumed a reply
	lostMessageCount           int // messages that are not stored
	doubledMessageCount        int // messages that are stored more than once
	unansweredMessageCount     int // messages without a reply
	doubledReplyCount          int // messages with more than one reply
	wrongReplyCount            int // replies that differ from the model's text, although their replica was not killed
	differentlyShownReplyCount int // replies whose shown text differs from their stored text
	wrongOrphanReplyCount      int // replies of killed replicas that are not a prefix of the model's text
	generatingReplyCount       int // replies whose status is still "generating" at the end
	completeReplyCount         int // replies that are the model's whole text
	interruptedReplyCount      int // replies of killed replicas that are a prefix of the model's text
	faultExamples              []string
}

// conditions compares the exchanges with the stored messages and returns the conditions that a run
// must meet. It prints examples of faults, and a summary.
func (r *rollingRun) conditions(stored []storedMessage) []measuredCondition {
	l, t := newMessageIndex(stored), &exchangeOutcomeCounts{}
	for _, x := range r.exchanges {
		r.checkExchange(x, l, t)
	}
	for _, text := range t.faultExamples {
		fmt.Println(text)
	}
	longestOrphanedReplyDuration, failedStops := time.Duration(0), 0
	for _, restart := range r.restarts {
		longestOrphanedReplyDuration = max(longestOrphanedReplyDuration, restart.orphanedReplyDuration)
		if restart.stopErr != nil {
			failedStops++
		}
	}
	fmt.Printf("\nRolling restarts: %d over %d replicas, %d users, %d messages, %d replies complete, %d interrupted by a kill; %d reconnects, %d sends that the proxy could not deliver at once\n",
		len(r.restarts), replicaCount, r.streamCount, len(r.exchanges), t.completeReplyCount, t.interruptedReplyCount, t.reconnectCount, t.undeliveredSendCount)
	list := []measuredCondition{
		zeroCondition("messages that were refused, or whose reply was not read to its end", t.failedExchangeCount),
		zeroCondition("messages that are not stored", t.lostMessageCount),
		zeroCondition("messages that are stored twice", t.doubledMessageCount),
		zeroCondition("messages without a reply", t.unansweredMessageCount),
		zeroCondition("messages with two replies", t.doubledReplyCount),
		zeroCondition("replies that were not orphaned and differ from the model's text", t.wrongReplyCount),
		zeroCondition("orphaned replies that are no beginning of the model's text", t.wrongOrphanReplyCount),
		zeroCondition("replies that the user saw differently from what is stored", t.differentlyShownReplyCount),
		zeroCondition("replies that count as generating at the end", t.generatingReplyCount),
		{"longest time that an orphaned reply counted as generating", formatSeconds(longestOrphanedReplyDuration), "at most " + formatSeconds(maxOrphanedReplyDuration), longestOrphanedReplyDuration <= maxOrphanedReplyDuration},
		zeroCondition(fmt.Sprintf("shutdowns that failed or took longer than %s", r.gracePeriod), failedStops),
	}
	return append(list, r.replicaShareConditions(stored)...)
}

// checkExchange compares one exchange with the stored messages and counts the result in t.
func (r *rollingRun) checkExchange(x *exchange, l messageIndex, t *exchangeOutcomeCounts) {
	t.reconnectCount += x.reconnectCount
	t.undeliveredSendCount += x.undeliveredSendCount
	if x.err != nil {
		t.failedExchangeCount++
		t.addFaultExample("%s of %s: %v", x.clientID, x.conversation, x.err)
		if !x.isAccepted {
			return
		}
	}
	userMessages := l.messagesBySend[sendKey{x.conversation, x.clientID}]
	switch len(userMessages) {
	case 0:
		t.lostMessageCount++
		t.addFaultExample("%s of %s is not stored: %+v", x.clientID, x.conversation, x.reply)
		return
	case 1:
	default:
		t.doubledMessageCount++
	}
	replies := l.repliesByMessageID[userMessages[0].id]
	switch len(replies) {
	case 0:
		t.unansweredMessageCount++
		return
	case 1:
	default:
		t.doubledReplyCount++
	}
	r.checkReply(x, replies[0], t)
}

// checkReply compares a stored reply with the model's text and with what the user saw, and counts
// the result in t.
func (r *rollingRun) checkReply(x *exchange, stored storedMessage, t *exchangeOutcomeCounts) {
	want, text := strings.TrimSpace(script.Text(r.pieceCount)), strings.TrimSpace(stored.content)
	switch {
	case stored.status == "generating":
		t.generatingReplyCount++
	case stored.status == "complete" && text == want:
		t.completeReplyCount++
	case !r.orphanReplyIDs[stored.id]:
		t.wrongReplyCount++
		t.addFaultExample("reply %s of %s is %s: %q", stored.id, stored.owner, stored.status, text)
	case stored.status == "interrupted" && strings.HasPrefix(want, text):
		t.interruptedReplyCount++
	default:
		t.wrongOrphanReplyCount++
		t.addFaultExample("orphaned reply %s is %s: %q", stored.id, stored.status, text)
	}
	if shown := strings.TrimSpace(x.reply.text); x.err == nil && shown != text {
		t.differentlyShownReplyCount++
		t.addFaultExample("reply %s (%s) of %s, orphaned %t: the user saw %s: %q, stored is %q, connections %q", stored.id, stored.status, stored.owner, r.orphanReplyIDs[stored.id], x.reply.status, shown, text, x.connectionLines)
	}
}

// addFaultExample adds a text that describes a fault, unless there are 20 already.
func (t *exchangeOutcomeCounts) addFaultExample(format string, args ...any) {
	const enough = 20
	if len(t.faultExamples) < enough {
		t.faultExamples = append(t.faultExamples, fmt.Sprintf(format, args...))
	}
}

// replicaShareConditions returns the condition of each replica's share of the replies.
func (r *rollingRun) replicaShareConditions(stored []storedMessage) (list []measuredCondition) {
	count, total := map[string]int{}, 0
	for _, m := range stored {
		if node, _, found := strings.Cut(m.owner, "."); found && !m.isUser {
			count[node]++
			total++
		}
	}
	for _, replica := range r.replicas {
		replicaReplyShare := float64(count[replica.nodeID]) / float64(max(total, 1))
		list = append(list, measuredCondition{"share of the replies that " + replica.name + " wrote", fmt.Sprintf("%.0f %%", 100*replicaReplyShare), fmt.Sprintf("at least %.0f %%", 100*minReplicaReplyShare), replicaReplyShare >= minReplicaReplyShare})
	}
	return list
}
