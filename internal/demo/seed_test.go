package demo

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/english"
)

// allPersonas returns the personas of the seed and of the fixtures, by slug.
func allPersonas(t *testing.T) map[string]*core.Persona {
	t.Helper()
	personaBySlug := make(map[string]*core.Persona)
	for _, dir := range []string{"testdata", "../../seed/personas"} {
		files, err := fs.Glob(os.DirFS(dir), "*.json")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			p := readPersonaFile(t, os.DirFS(dir), file)
			personaBySlug[p.Slug] = p
		}
	}
	if len(personaBySlug) < 3 {
		t.Fatal("the seed holds no personas")
	}
	return personaBySlug
}

// The question of each topic must find that topic in a search. The reply to the question must
// have the topic's first text.
func TestTopicQuestionFindsItsTopic(t *testing.T) {
	for slug, p := range allPersonas(t) {
		provider := New(Options{})
		ix := newIndex(p)
		for n, topic := range p.Topics {
			f, ok := ix.search(queryTerms(english.Words(topic.Question)), make([]bool, len(ix.snippets)), -1)
			switch got := ix.snippets[f.snippetID].topicIndex; {
			case !ok:
				t.Errorf("%s: %q finds nothing (coverage %.2f, score %.2f)", slug, topic.Question, f.coverage, f.rawScore)
			case got != n:
				t.Errorf("%s: %q leads to %s and not to %s", slug, topic.Question, topicName(p, got), topic.Key)
			}
			if reply := startConversationWith(t, provider, p, "ask").say(topic.Question); !strings.HasSuffix(strings.ToLower(reply), strings.ToLower(strings.TrimSpace(topic.Texts[0])[1:])) {
				t.Errorf("%s: %q is answered by %q", slug, topic.Question, reply)
			}
		}
	}
}

func topicName(p *core.Persona, n int) string {
	switch n {
	case bioTopicIndex:
		return "the bio"
	case sayingTopicIndex:
		return "a saying"
	}
	return p.Topics[n].Key
}

// newUserSmallTalk are the small talk and the reactions of a new user.
var newUserSmallTalk = []string{"Hello!", "wow", "tell me more", "Thank you", "who are you?", "how are you?", "why?", "go on"}

// Each persona has six conversations of ten turns. The user asks the questions of topics and makes
// small talk. The replies of a conversation may repeat only interjections. At most 2 % of the
// messages may find no text.
func TestTenTurnsRepeatNoSentence(t *testing.T) {
	missCount, turns := 0, 0
	for slug, p := range allPersonas(t) {
		provider := New(Options{})
		for talk := range 6 {
			c := startConversationWith(t, provider, p, fmt.Sprintf("ten-%d", talk))
			lineBySentence := map[string]string{}
			for turn := range 10 {
				line := nextUserLine(p, talk, turn)
				reply := c.say(line)
				for s := range sentences(reply) {
					if before, ok := lineBySentence[s]; ok && !isInterjection(s) {
						t.Errorf("%s talk %d: %q said after %q and after %q", slug, talk, s, before, line)
					}
					lineBySentence[s] = line
				}
				turns++
				if isDontKnowReply(p, reply) {
					missCount++
					t.Logf("%s talk %d: %q -> %q", slug, talk, line, reply)
				}
			}
		}
	}
	if missCount*50 > turns {
		t.Errorf("%d of %d lines found nothing", missCount, turns)
	}
}

// nextUserLine returns the line of a turn. The lines alternate between topics' questions and
// chatter, differently in each conversation.
func nextUserLine(p *core.Persona, talk, turn int) string {
	if n := len(p.Topics); n > 0 && (turn+talk)%(2+talk%2) != 0 {
		return p.Topics[(turn*(1+talk)+talk)%n].Question
	}
	return newUserSmallTalk[(turn+3*talk)%len(newUserSmallTalk)]
}

// isDontKnowReply reports whether a reply says that the persona has no text about the message.
func isDontKnowReply(p *core.Persona, reply string) bool {
	t := turn{lastReply: reply}
	return t.lastReplyContains(p.Voice.DontKnowAnswers) || t.lastReplyContains(dontKnowAnswers) || t.lastReplyContains(statementAnswers)
}

// The responder reads its state from replies, so it must recognise every told text in
// them.
func TestTextsOfEarlierRepliesAreRecognised(t *testing.T) {
	for slug, p := range allPersonas(t) {
		provider := New(Options{})
		for n, topic := range p.Topics {
			c := startConversationWith(t, provider, p, "known")
			first := c.say(topic.Question)
			if second := c.say("Tell me more"); len(topic.Texts) > 1 && !strings.Contains(second, strings.TrimSpace(topic.Texts[1])) {
				t.Errorf("%s: topic %d goes on with %q after %q", slug, n, second, first)
			}
		}
	}
}
