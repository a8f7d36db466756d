package suggest

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"colloquy/internal/llm"
)

// expectedSuggestions are the suggestions that most of the tested answers contain.
var expectedSuggestions = []string{"What is the Engine?", "Tell me about your father.", "Do you bet on horses?"}

// rules suggestions-at-most-three, suggestions-plain-text
func TestParseAcceptsMessyAnswers(t *testing.T) {
	const last = "Who are you?"
	for name, c := range map[string]struct {
		in   string
		want []string
	}{
		"as asked":            {`{"suggestions": ["What is the Engine?", "Tell me about your father.", "Do you bet on horses?"]}`, expectedSuggestions},
		"bare array":          {`["What is the Engine?","Tell me about your father.","Do you bet on horses?"]`, expectedSuggestions},
		"fenced":              {"```json\n[\"What is the Engine?\",\n \"Tell me about your father.\",\n \"Do you bet on horses?\"]\n```", expectedSuggestions},
		"talk around":         {`Sure! Here you go: {"suggestions":["What is the Engine?","Tell me about your father.","Do you bet on horses?"]} Hope this helps!`, expectedSuggestions},
		"other key":           {`{"questions":["What is the Engine?","Tell me about your father.","Do you bet on horses?"],"count":3}`, expectedSuggestions},
		"objects":             {`[{"text":"What is the Engine?"},{"question":"Tell me about your father."},{"label":"Do you bet on horses?","id":3}]`, expectedSuggestions},
		"numbered object":     {`{"1":"What is the Engine?","2":"Tell me about your father.","3":"Do you bet on horses?"}`, expectedSuggestions},
		"nested":              {`{"result":{"suggestions":["What is the Engine?","Tell me about your father.","Do you bet on horses?"]}}`, expectedSuggestions},
		"nested array":        {`{"result":["What is the Engine?","Tell me about your father.","Do you bet on horses?"]}`, expectedSuggestions},
		"one object a line":   {"{\"text\":\"What is the Engine?\"}\n{\"text\":\"Tell me about your father.\"}\n{\"text\":\"Do you bet on horses?\"}", expectedSuggestions},
		"lines in one string": {`["What is the Engine?\nTell me about your father.\nDo you bet on horses?"]`, expectedSuggestions},
		"brackets before":     {`[thinking] [1] ["What is the Engine?","Tell me about your father.","Do you bet on horses?"]`, expectedSuggestions},
		"after reasoning":     {"<think>They may like [\"this\"].</think>\n[\"What is the Engine?\",\"Tell me about your father.\",\"Do you bet on horses?\"]", expectedSuggestions},
		"escapes":             {`["What\u0027s new?","Say \"hello\" to him.","Caf\u00e9?"]`, []string{"What's new?", `Say "hello" to him.`, "Café?"}},
		"cut off":             {`{"suggestions": ["What is the Engine?", "Tell me about your fath`, expectedSuggestions[:1]},
		"trailing comma":      {`["What is the Engine?","Tell me about your father.","Do you bet on horses?",]`, expectedSuggestions},
		"python list":         {`['What is the Engine?', 'Tell me about your father.', 'Don\'t you bet?']`, []string{expectedSuggestions[0], expectedSuggestions[1], "Don't you bet?"}},
		"lines":               {"What is the Engine?\nTell me about your father.\nDo you bet on horses?", expectedSuggestions},
		"numbers":             {"1. What is the Engine?\n2. Tell me about your father.\n3. Do you bet on horses?", expectedSuggestions},
		"round numbers":       {"1) What is the Engine?\n(2) Tell me about your father.\n[3] Do you bet on horses?", expectedSuggestions},
		"letters":             {"a) What is the Engine?\nb) Tell me about your father.\nc) Do you bet on horses?", expectedSuggestions},
		"bullets":             {"- What is the Engine?\n* Tell me about your father.\n• Do you bet on horses?", expectedSuggestions},
		"bullets, no space":   {"-What is the Engine?\n–Tell me about your father.\n—Do you bet on horses?", expectedSuggestions},
		"preamble":            {"Here are three things the user could say:\n\n1. What is the Engine?\n2. Tell me about your father.\n3. Do you bet on horses?\n\nLet me know if you need more!", expectedSuggestions},
		"quotes":              {"\"What is the Engine?\"\n“Tell me about your father.”\n'Do you bet on horses?',", expectedSuggestions},
		"bold and quotes":     {"1. **\"What is the Engine?\"**\n2. *Tell me about your father.*\n3. `Do you bet on horses?`", expectedSuggestions},
		"labels":              {"Suggestion 1: What is the Engine?\nUser: Tell me about your father.\nYou: \"Do you bet on horses?\"", expectedSuggestions},
		"labelled bullets":    {"- Option #1: What is the Engine?\n- Question 2: Tell me about your father.\n- Follow-up: Do you bet on horses?", expectedSuggestions},
		"one line, pipes":     {"What is the Engine? | Tell me about your father. | Do you bet on horses?", expectedSuggestions},
		"one line, numbers":   {"1. What is the Engine? 2. Tell me about your father. 3. Do you bet on horses?", expectedSuggestions},
		"one line, quotes":    {`"What is the Engine?" "Tell me about your father." “Do you bet on horses?”`, expectedSuggestions},
		"carriage returns":    {"What is the Engine?\r\n\r\nTell me about your father.\r\nDo you bet on horses?\r\n", expectedSuggestions},
		"more than three":     {"- What is the Engine?\n- Tell me about your father.\n- Do you bet on horses?\n- More?", expectedSuggestions},
		"doubles":             {`["What is the Engine?","what is the engine","Tell me about your father.","WHAT IS THE ENGINE?!"]`, expectedSuggestions[:2]},
		"what was just said":  {`["Who are you","What is the Engine?"]`, expectedSuggestions[:1]},
		"too long":            {`["` + strings.Repeat("very ", 20) + `long?","What is the Engine?"]`, expectedSuggestions[:1]},
		"markup and links":    {`["<b>Bold?</b>","See https://x.org/y","Go to evil.com now","[click](me)","mail a@b.c","{{user}}?","# Heading","What is the Engine?"]`, expectedSuggestions[:1]},
		"role tokens":         {"<|im_start|>user\nWhat is the Engine?<|im_end|>\nTell me about your father.", expectedSuggestions[1:2]},
		"controls":            {"[\"What is\\u0000 the\\u202e Engine?\"]", expectedSuggestions[:1]},
		"other scripts":       {"1、你是谁呢？\n2、讲讲你的父亲。\n3、 你赌马吗？", []string{"你是谁呢？", "讲讲你的父亲。", "你赌马吗？"}},
		"empty strings":       {`["", " ", "What is the Engine?", null, 7, true]`, expectedSuggestions[:1]},
		"no letters":          {"...\n???\n👍", nil},
		"empty":               {"", nil},
		"only reasoning":      {"<think>What could they say?", nil},
		"empty object":        {`{}`, nil},
		"an error":            {`{"error":"overloaded"}`, nil},
		"broken bytes":        {"What is the Engine?\xff\n\xc3Tell me about your father.", expectedSuggestions[:2]},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Parse(c.in, last); !slices.Equal(got, c.want) {
				t.Errorf("Parse(%q)\n got %q\nwant %q", c.in, got, c.want)
			}
		})
	}
}

// rule suggestions-none-at-risk
func TestUsersAtRiskGetNoSuggestions(t *testing.T) {
	for message, want := range map[string]bool{
		"I want to die.":                              true,
		"sometimes i think of KILLING MYSELF":         true,
		"I don’t want to live any more":               true,
		"I have suicidal thoughts":                    true,
		"no reason to live":                           true,
		"Ich will sterben":                            true,
		"quiero morir":                                true,
		"死にたい":                                        true,
		"How did you die?":                            false,
		"Did the doctors kill you?":                   false,
		"What did you want to do with your own life?": false,
		"": false,
	} {
		if got := Parse(`["What is the Engine?"]`, message); (len(got) == 0) != want {
			t.Errorf("Parse after %q gives %q", message, got)
		}
	}
}

func TestParseTimeOfHugeAnswersIsBounded(t *testing.T) {
	for _, in := range []string{strings.Repeat("[", 1<<20), strings.Repeat(`{"a":`, 1<<18), strings.Repeat(`"`, 1<<20), strings.Repeat("- x\n", 1<<18)} {
		Parse(in, "")
	}
}

// rule suggestions-at-most-three
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{"suggestions":["a?","b?"]}`, `["a", 'b', "c`, "1. a\n2. b", "- **\"a\"**", "a | b", "<think>x</think>a", `{"x":{"text":"a"}}`, "Option 1: a", "“a” “b”",
	} {
		f.Add(s, "b?")
	}
	f.Fuzz(func(t *testing.T, text, lastUser string) {
		got := Parse(text, lastUser)
		if len(got) > llm.MaxSuggestions {
			t.Fatalf("%d suggestions", len(got))
		}
		for i, s := range got {
			switch {
			case !utf8.ValidString(s), strings.TrimSpace(s) != s, s == "", utf8.RuneCountInString(s) > MaxChars:
				t.Fatalf("malformed %q", s)
			case strings.ContainsAny(s, "<>[]{}`\n\r\x00") || strings.Contains(s, "://"):
				t.Fatalf("markup in %q", s)
			case comparisonForm(s) == comparisonForm(lastUser):
				t.Fatalf("repeats the user: %q", s)
			}
			for _, other := range got[:i] {
				if comparisonForm(other) == comparisonForm(s) {
					t.Fatalf("twice: %q", s)
				}
			}
		}
	})
}
