package demo

import (
	"strings"
	"testing"
)

// TestReactionsAreAnsweredInOwnWords: a reaction gets the persona's own reply, once.
// rule demo-reactions
func TestReactionsAreAnsweredInOwnWords(t *testing.T) {
	p := allPersonas(t)["paavo-nurmi"].AtYear(0)
	ownReactions := p.Reactions
	for line, want := range map[string]string{
		"thanks a lot": ownReactions.AfterThanks, "haha": ownReactions.AfterLaugh, "lol that's funny": ownReactions.AfterLaugh, "😂": ownReactions.AfterLaugh, "wow cool": ownReactions.AfterWow, "respect": ownReactions.AfterWow,
		"you're boring": ownReactions.AfterInsult, "loser": ownReactions.AfterInsult, "that's so sad": ownReactions.AfterSorry, "I'm sorry": ownReactions.AfterSorry, "that mustve hurt": ownReactions.AfterSorry, "ok ill try": ownReactions.AfterThanks,
	} {
		c := startConversation(t, p, "reactions")
		c.say(p.Topics[0].Question)
		if reply := c.say(line); reply != want {
			t.Errorf("%q is answered by %q, want %q", line, reply, want)
		}
		if reply := c.say(line); strings.Contains(reply, want) {
			t.Errorf("%q is answered by %q twice", line, reply)
		}
	}
}

// TestOkContinuesTheTopic: the reply to "ok" is the line Reactions.GoOn and the next text of the topic.
// rule demo-reactions
func TestOkContinuesTheTopic(t *testing.T) {
	p := allPersonas(t)["isaac-newton"].AtYear(0)
	c := startConversation(t, p, "ok")
	topic := p.Topics[0]
	for _, t := range p.Topics {
		if !strings.HasSuffix(t.Texts[0], "?") {
			topic = t
		}
	}
	c.say(topic.Question)
	if reply, want := c.say("ok"), p.Reactions.GoOn+" "+topic.Texts[1]; reply != want {
		t.Errorf("got %q, want %q", reply, want)
	}
}

// TestReactionsAfterAMissAreNoPraise: a reaction to a reply that had no text about the message
// does not count as praise.
// rule demo-reactions
func TestReactionsAfterAMissAreNoPraise(t *testing.T) {
	p := allPersonas(t)["paavo-nurmi"].AtYear(0)
	c := startConversation(t, p, "miss")
	c.say("what is a quasar?")
	if reply := c.say("wow"); strings.Contains(reply, p.Reactions.AfterWow) {
		t.Errorf("got %q", reply)
	}
}
