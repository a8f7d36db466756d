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

// cast returns the personas of the seed and the fixtures.
func cast(t *testing.T) map[string]*core.Persona {
	t.Helper()
	all := make(map[string]*core.Persona)
	for _, dir := range []string{"testdata", "../../seed/personas"} {
		files, err := fs.Glob(os.DirFS(dir), "*.json")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			p := personaFile(t, os.DirFS(dir), file)
			all[p.Slug] = p
		}
	}
	if len(all) < 3 {
		t.Fatal("the seed holds no personas")
	}
	return all
}

// TestAskFindsItsTopic is the authoring check: each ask must lead to its own
// topic by its words, and to nothing else of the persona.
func TestAskFindsItsTopic(t *testing.T) {
	for slug, p := range cast(t) {
		ix := newIndex(p)
		for n, topic := range p.Topics {
			f, ok := ix.search(queryTerms(english.Words(topic.Ask)), make([]bool, len(ix.snippets)), -1)
			switch got := ix.snippets[f.snippet].topic; {
			case !ok:
				t.Errorf("%s: %q finds nothing (coverage %.2f, score %.2f)", slug, topic.Ask, f.coverage, f.raw)
			case got != n:
				t.Errorf("%s: %q leads to %s and not to %s", slug, topic.Ask, topicName(p, got), topic.Key)
			}
			if reply := begin(t, p, "ask").say(topic.Ask); !strings.HasSuffix(strings.ToLower(reply), strings.ToLower(strings.TrimSpace(topic.Texts[0])[1:])) {
				t.Errorf("%s: %q is answered by %q", slug, topic.Ask, reply)
			}
		}
	}
}

func topicName(p *core.Persona, n int) string {
	switch n {
	case bioTopic:
		return "the bio"
	case sayingTopic:
		return "a saying"
	}
	return p.Topics[n].Key
}

// smallTalk is what a newcomer says between questions.
var chatter = []string{"Hello!", "wow", "tell me more", "Thank you", "who are you?", "how are you?", "why?", "go on"}

// TestTenTurns plays ten turns of each persona's own asks and small talk: no
// sentence may come twice, and few lines may find nothing.
func TestTenTurns(t *testing.T) {
	steers, turns := 0, 0
	for slug, p := range cast(t) {
		for talk := range 6 {
			c := begin(t, p, fmt.Sprintf("ten-%d", talk))
			said := map[string]string{}
			for turn := range 10 {
				line := nextLine(p, talk, turn)
				reply := c.say(line)
				for s := range sentences(reply) {
					if before, ok := said[s]; ok {
						t.Errorf("%s talk %d: %q said after %q and after %q", slug, talk, s, before, line)
					}
					said[s] = line
				}
				turns++
				if steered(p, reply) {
					steers++
					t.Logf("%s talk %d: %q -> %q", slug, talk, line, reply)
				}
			}
		}
	}
	if steers*50 > turns {
		t.Errorf("%d of %d lines found nothing", steers, turns)
	}
}

// nextLine alternates between asks and small talk in another way each talk.
func nextLine(p *core.Persona, talk, turn int) string {
	if n := len(p.Topics); n > 0 && (turn+talk)%(2+talk%2) != 0 {
		return p.Topics[(turn*(1+talk)+talk)%n].Ask
	}
	return chatter[(turn+3*talk)%len(chatter)]
}

func steered(p *core.Persona, reply string) bool {
	t := talk{last: reply}
	return t.lastHas(p.Voice.Unknown) || t.lastHas(unknownLines) || t.lastHas(heardLines)
}

// TestOwnSentencesAreRecognised guards the state that is read from replies:
// every text told must be known as told afterwards.
func TestOwnSentencesAreRecognised(t *testing.T) {
	for slug, p := range cast(t) {
		for n, topic := range p.Topics {
			c := begin(t, p, "known")
			first := c.say(topic.Ask)
			if second := c.say("Tell me more"); len(topic.Texts) > 1 && !strings.Contains(second, strings.TrimSpace(topic.Texts[1])) {
				t.Errorf("%s: topic %d goes on with %q after %q", slug, n, second, first)
			}
		}
	}
}
