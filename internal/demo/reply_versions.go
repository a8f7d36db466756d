package demo

import (
	"slices"
	"strings"

	"colloquy/internal/distress"
	"colloquy/internal/llm"
)

// cannotFollowWishRemarks say that the responder cannot follow the user's wish for a version.
var cannotFollowWishRemarks = []string{
	"I speak here from written pages alone and cannot shape an answer to a wish.",
	"A wish does not reach these written pages, which are all that I have here.",
}

// sameTextAgainIntros come before a text that another version already has.
var sameTextAgainIntros = []string{
	"No other answer to this is written for me here, so I give you the same one again.",
	"I have nothing else on this in my pages; here it is once more.",
	"The pages that I speak from have only this to say about it.",
}

// nothingMoreRemarks continue a reply if no text is left for it.
var nothingMoreRemarks = []string{
	"That is all that my pages have on this.",
	"Here my written pages on this end.",
}

// treatVersionsAsSaid counts the sentences of other versions of this reply as said, so that moves prefer
// other texts. The current topic and the latest reply stay the same.
func (t *turn) treatVersionsAsSaid(texts []string) {
	for _, text := range texts {
		for s := range t.replySentences(text) {
			t.sentenceUses[s]++
		}
	}
	if len(texts) > 0 {
		t.findToldSnippets()
	}
}

// anotherVersion answers the user's last message with a text that no other version has. If there is
// no such text, the reply says so and repeats a text. If the user has a wish (req.Guidance), the
// reply says that the responder cannot follow the wish. A user at risk gets only the help lines.
// Rule messages-guidance.
func anotherVersion(ix *index, req llm.Request) string {
	t := newTurn(ix, req)
	text := t.answer()
	if t.help != nil || distress.IsAtRisk(t.line) {
		return text
	}
	if slices.Contains(req.OtherVersions, strings.TrimSpace(text)) {
		text = joinParts(t.pickWording(sameTextAgainIntros), text)
	}
	if req.Guidance != "" {
		text = joinParts(t.pickWording(cannotFollowWishRemarks), text)
	}
	return text
}

// continueReply continues the reply that begins with req.ReplyBeginning. If the beginning was cut off,
// it returns the rest of the same answer. Otherwise it returns the next text on the subject.
func continueReply(ix *index, req llm.Request) string {
	talk := req.Messages[:max(0, len(req.Messages)-2)] // without the beginning and the request to go on
	answerTo := func(messages []llm.Message, otherVersions []string) string {
		r := req
		r.Messages, r.OtherVersions = messages, otherVersions
		return newTurn(ix, r).answer()
	}
	for n := range len(req.OtherVersions) + 1 {
		if rest, ok := strings.CutPrefix(answerTo(talk, req.OtherVersions[:n]), req.ReplyBeginning); ok && strings.TrimSpace(rest) != "" {
			return strings.TrimSpace(rest)
		}
	}
	talk = append(slices.Clone(talk), llm.Message{Role: llm.Assistant, Content: req.ReplyBeginning}, llm.Message{Role: llm.User, Content: "Go on."})
	if next := answerTo(talk, req.OtherVersions); !slices.ContainsFunc(req.OtherVersions, func(f string) bool { return strings.Contains(f, next) }) {
		return next
	}
	return newTurn(ix, req).pickWording(nothingMoreRemarks)
}
