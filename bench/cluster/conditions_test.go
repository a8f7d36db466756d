package main

import (
	"testing"
	"time"

	"colloquy/bench/script"
)

const testPieceCount = 4

// faultlessRun returns a run and its stored messages. One send has a stored reply, which the user
// has read. Each replica has written one further reply.
func faultlessRun() (*rollingRun, []storedMessage) {
	r := &rollingRun{cluster: &cluster{services: &services{}}, options: options{pieceCount: testPieceCount}, orphanReplyIDs: map[string]bool{}}
	storedMessages := []storedMessage{
		{id: "u", conversation: "c", clientID: "user-1", isUser: true},
		{id: "r", conversation: "c", replyTo: "u", status: "complete", content: script.Text(testPieceCount)},
	}
	for i := range r.replicas {
		r.replicas[i] = &replica{name: "replica", nodeID: string(rune('0' + i))}
		storedMessages = append(storedMessages, storedMessage{id: "o", replyTo: "other", status: "complete", owner: r.replicas[i].nodeID + ".1"})
	}
	r.exchanges = []*exchange{{conversation: "c", clientID: "user-1", isAccepted: true, reply: seenReply{text: script.Text(testPieceCount), status: "complete"}}}
	return r, storedMessages
}

func brokenCount(list []measuredCondition) (n int) {
	for _, c := range list {
		if !c.holds {
			n++
		}
	}
	return n
}

// damage adds a fault to a run without faults. broken is the number of conditions that the fault
// breaks. If the kill of a replica has cut off a reply, the reply breaks no condition.
func TestConditionsFindFaults(t *testing.T) {
	for name, c := range map[string]struct {
		broken int
		damage func(r *rollingRun, stored []storedMessage) []storedMessage
	}{
		"none":            {0, func(_ *rollingRun, s []storedMessage) []storedMessage { return s }},
		"message lost":    {1, func(_ *rollingRun, s []storedMessage) []storedMessage { return s[1:] }},
		"message doubled": {1, func(_ *rollingRun, s []storedMessage) []storedMessage { return append(s, s[0]) }},
		"reply lost":      {1, func(_ *rollingRun, s []storedMessage) []storedMessage { return append(s[:1:1], s[2:]...) }},
		"reply doubled":   {1, func(_ *rollingRun, s []storedMessage) []storedMessage { return append(s, s[1]) }},
		"shown otherwise": {1, func(r *rollingRun, s []storedMessage) []storedMessage {
			r.exchanges[0].reply.text = script.Piece(testPieceCount, 0) + "w2"
			return s
		}},
		"cut without a kill": {2, func(_ *rollingRun, s []storedMessage) []storedMessage {
			s[1].status, s[1].content = "interrupted", script.FirstPieces(testPieceCount, 2)
			return s
		}},
		"cut by a kill": {0, func(r *rollingRun, s []storedMessage) []storedMessage {
			s[1].status, s[1].content = "interrupted", script.FirstPieces(testPieceCount, 2)
			r.exchanges[0].reply.text, r.orphanReplyIDs["r"] = script.FirstPieces(testPieceCount, 2), true
			return s
		}},
		"still generating": {1, func(_ *rollingRun, s []storedMessage) []storedMessage { s[1].status = "generating"; return s }},
		"slow recovery": {1, func(r *rollingRun, s []storedMessage) []storedMessage {
			r.restarts = []restart{{wasKilled: true, orphanedReplyDuration: maxOrphanedReplyDuration + time.Second}}
			return s
		}},
		"a replica that writes nothing": {1, func(r *rollingRun, s []storedMessage) []storedMessage { r.replicas[2].nodeID = "unknown"; return s }},
	} {
		r, stored := faultlessRun()
		if list := r.conditions(c.damage(r, stored)); brokenCount(list) != c.broken {
			t.Errorf("%s: %+v", name, list)
		}
	}
}
