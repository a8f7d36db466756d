package prompt

import (
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/llm"
)

// notesOf builds the notes of a conversation with the persona.
func notesOf(t *testing.T, slug string, now time.Time, lines ...string) string {
	t.Helper()
	req := mustBuild(t, Input{Persona: testPersona(t, slug), UserName: "Grace", History: alternatingTurns(lines...), Now: now})
	return req.Messages[len(req.Messages)-1].OpeningNotes
}

func TestNoteNamesAChangedLanguage(t *testing.T) {
	const mark = "in another language than your last line"
	for name, c := range map[string]struct{ last, now, want string }{
		"same":        {"You are welcome to the house.", "What is the moon made of?", ""},
		"German":      {"You are welcome to the house.", "Ich möchte wissen, was du über den Mond denkst.", "German"},
		"back":        {"Ich weiß es nicht, aber der Mond ist schön.", "What do you think of the moon?", "English"},
		"French":      {"You are welcome to the house.", "Bonjour !", "French"},
		"Spanish":     {"You are welcome to the house.", "¿Qué es lo que más te gusta de la luna?", "Spanish"},
		"Japanese":    {"You are welcome to the house.", "月について教えて", "Japanese"},
		"Chinese":     {"You are welcome to the house.", "月亮是什么", "Chinese characters"},
		"Korean":      {"You are welcome to the house.", "달에 대해", "Korean"},
		"Cyrillic":    {"You are welcome to the house.", "Расскажи о луне", "Cyrillic script"},
		"too short":   {"You are welcome to the house.", "die", ""},
		"reply short": {"No.", "Was ist der Mond?", ""},
		"no letters":  {"You are welcome to the house.", "???", ""},
	} {
		got := notesOf(t, "archimedes", time.Time{}, c.last, c.now)
		if has := strings.Contains(got, mark); has != (c.want != "") {
			t.Errorf("%s: note is there: %v", name, has)
		}
		if c.want != "" && !strings.Contains(got, "("+c.want+")") {
			t.Errorf("%s: want %s in %q", name, c.want, got)
		}
	}
}

func TestDateOnlyWhenAsked(t *testing.T) {
	const date = "Saturday, 21 November 2026"
	for ask, want := range map[string]bool{
		"What day is it?":               true,
		"what's the date":               true,
		"Which year do you think it is": true,
		"tell me today's date please":   true,
		"Quel jour sommes-nous ?":       true,
		"今天几号":                          true,
		"How are you today?":            false,
		"I had a date yesterday":        false,
		"What years did you live in?":   false,
	} {
		if got := strings.Contains(notesOf(t, "archimedes", testDate, "Hello?", ask), date); got != want {
			t.Errorf("%q: date told: %v", ask, got)
		}
	}
	if strings.Contains(notesOf(t, "archimedes", time.Time{}, "Hello?", "What day is it?"), "Where the user lives") {
		t.Error("a date without a clock")
	}
}

func TestSnippetsMatchTheQuestion(t *testing.T) {
	const (
		egg        = "I tried an egg before the ellipse"
		circleText = "Mars would keep to no circle"
		motherText = "They charged her with witchcraft"
		cold       = "I did not find the answer"
	)
	for name, c := range map[string]struct {
		ask       string
		want, not []string
	}{
		"own word":           {"Tell me of your mother.", []string{motherText}, []string{egg, cold}},
		"plural and ending":  {"Were the ellipses hard?", []string{egg}, []string{motherText}},
		"told in the sheet":  {"What of Mars and its circle?", []string{egg}, []string{circleText}},
		"two topics":         {"Was your mother tried in winter snow, of six months?", []string{motherText, cold}, nil},
		"nothing to go by":   {"And then?", nil, []string{egg, motherText, cold}},
		"only common words":  {"What would you make of that?", nil, []string{egg, motherText, cold}},
		"a word of the text": {"Do you own a bridge?", nil, []string{cold}},
	} {
		got := notesOf(t, "johannes-kepler", time.Time{}, "Hello?", c.ask)
		for _, s := range c.want {
			if !strings.Contains(got, s) {
				t.Errorf("%s: misses %q in %q", name, s, got)
			}
		}
		for _, s := range c.not {
			if strings.Contains(got, s) {
				t.Errorf("%s: has %q", name, s)
			}
		}
	}
}

func TestSnippetsMatchTheConversation(t *testing.T) {
	got := notesOf(t, "johannes-kepler", time.Time{}, "Hello?", "Did you defend your mother at her trial?", "I did.", "Was it cold?")
	if !strings.Contains(got, "They charged her with witchcraft") {
		t.Errorf("the question before is forgotten: %q", got)
	}
}

// The user's name appears in the prompt once, quoted as data, and never in a note.
func TestSnippetsContainNoUserName(t *testing.T) {
	p := *testPersona(t, "night-conductor")
	p.Topics = append([]core.Topic{}, p.Topics...)
	p.Topics[0].Texts = []string{"First.", "You, {{user}}, and {{char}}."}
	req := mustBuild(t, Input{Persona: &p, UserName: "Grace", History: alternatingTurns("Hello?", "What is our destination?")})
	if got := req.Messages[1].OpeningNotes; !strings.Contains(got, "You, the user, and The Night Conductor.") {
		t.Errorf("got %q", got)
	}
}

// The notes shrink as the user's message grows.
func TestNotesShrinkForALongMessage(t *testing.T) {
	in := Input{Persona: testPersona(t, "johannes-kepler"), Budget: Budget{ContextTokens: 3200}}
	lastNotesTokens, seenNone := maxNotesTokens+1, false
	for n := 0; n < 4000; n += 20 {
		in.History = alternatingTurns("Hello?", "Tell me of your mother, the snow and six flakes in winter. "+strings.Repeat("x ", n))
		req, err := Build(in)
		if err != nil {
			break
		}
		notes := req.Messages[len(req.Messages)-1].OpeningNotes
		notesTokens := (llm.Estimator{}).TextTokens(notes)
		if notesTokens > lastNotesTokens {
			t.Fatalf("notes grew from %d to %d at %d", lastNotesTokens, notesTokens, n)
		}
		lastNotesTokens, seenNone = notesTokens, notes == ""
	}
	if !seenNone {
		t.Error("notes never gave way")
	}
}
