package demo

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"colloquy/internal/english"
)

func TestTermUnitesFormsOfAWord(t *testing.T) {
	for _, forms := range [][]string{
		{"invent", "invented", "inventing", "invents", "invention", "inventions"},
		{"study", "studies", "studied", "studying", "school"},
		{"mathematics", "maths", "math", "mathematical"},
		{"make", "making", "made", "makes"},
		{"run", "runs", "running"},
		{"fall", "falls", "falling"},
		{"church", "churches"},
		{"father", "dad", "fathers"},
		{"die", "died", "dying", "death"},
	} {
		for _, form := range forms[1:] {
			if termOfWord(form) != termOfWord(forms[0]) {
				t.Errorf("%q gives %q, %q gives %q", form, termOfWord(form), forms[0], termOfWord(forms[0]))
			}
		}
	}
	for _, w := range []string{"bus", "class", "sing", "red", "need", "his"} {
		if got := stem(w); len(got) < 3 {
			t.Errorf("stem(%q) = %q", w, got)
		}
	}
}

func TestQueryTermsAreDistinctAndBounded(t *testing.T) {
	if got := queryTerms(english.Words("So what is it that you do, please?")); len(got) != 0 {
		t.Errorf("stop words left %q", got)
	}
	if diff := cmp.Diff([]string{"mother", "hand"}, queryTerms(english.Words("Your mum's hands? Your mother's hands!"))); diff != "" {
		t.Error(diff)
	}
	manyWords := make([]string, 500)
	for i := range manyWords {
		manyWords[i] = string(rune('a'+i%26)) + string(rune('a'+i/26)) + "xq"
	}
	if n := len(queryTerms(manyWords)); n != maxQueryTerms {
		t.Errorf("%d terms of a long line", n)
	}
}

func TestTextIsSplitIntoSentences(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{" . ", []string{"."}},
		{"One. Two! Three? Four", []string{"One.", "Two!", "Three?", "Four"}},
		{"Mr. Hale of St. Ives met J. R. Low. He left.", []string{"Mr. Hale of St. Ives met J. R. Low.", "He left."}},
		{"So did I. Then we slept.", []string{"So did I.", "Then we slept."}},
		{"“Why?” he asked. “I know.” Good.", []string{"Why?” he asked.", "I know.", "Good."}},
		{"It is on paper: “Words were kept.”", []string{"It is on paper:", "Words were kept."}},
		{"At 3.5 miles. Well…", []string{"At 3.5 miles.", "Well…"}},
		{"A line\nand another", []string{"A line", "and another"}},
		{"Wait… what? Yes.", []string{"Wait… what?", "Yes."}},
	} {
		if got := slices.Collect(sentences(tt.in)); !slices.Equal(got, tt.want) {
			t.Errorf("sentences(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
	for range sentences("One. Two.") {
		break
	}
}

func TestQuestionsBecomePhrases(t *testing.T) {
	for ask, want := range map[string]string{
		"Tell me about your mother":                 "my mother",
		"What was your mother like?":                "my mother",
		"Who was Peter?":                            "Peter",
		"What was it like to be queen?":             "what it was like to be queen",
		"How did you meet Shams?":                   "how I met Shams",
		"What happened at Lindow Moss?":             "what happened at Lindow Moss",
		"What do you think of the new clocks?":      "the new clocks",
		"How did you come to leave Germany?":        "how I came to leave Germany",
		"Why did you paint those potato eaters?":    "why I painted those potato eaters",
		"Why do you count your coffee beans?":       "why I count my coffee beans",
		"Why are you always short of money?":        "why I am always short of money",
		"How do you keep hope alive?":               "how I keep hope alive",
		"How were you disgraced?":                   "how I was disgraced",
		"What do you owe your brother Theo?":        "what I owe my brother Theo",
		"Is it true that you cannot read?":          "whether it is true that I cannot read",
		"Is it true that you are a fraud?":          "",
		"Is it lonely on the rock?":                 "whether it is lonely on the rock",
		"Were you afraid of your father?":           "whether I was afraid of my father",
		"Do you regret the bomb?":                   "whether I regret the bomb",
		"How does the lamp work?":                   "how the lamp works",
		"Why did you never marry?":                  "why I never married",
		"Why did you not spare the Emperor?":        "why I did not spare the Emperor",
		"What did you say to the jury?":             "what I said to the jury",
		"Did you ever meet your rival?":             "whether I ever met my rival",
		"Did you frobnicate it?":                    "",
		"Why did you sisters call yourselves Bell?": "",
		"What is your Civil Code good for?":         "",
		"What is a syllogism and why is it useful?": "",
		"What was Albert to you?":                   "",
		"What is the machine you built?":            "",
		"How did you and your sister live?":         "",
		"What is worth more, gold or salt?":         "",
		"What was worst?":                           "",
		"Did you win?":                              "whether I won",
		"What do you do in fog?":                    "",
		"Who are your friends and who do you miss?": "",
		"": "",
	} {
		if got := phraseFromQuestion(ask); got != want {
			t.Errorf("phrase(%q) = %q, want %q", ask, got, want)
		}
	}
}

func TestOneTypoIsRecognised(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"engine", "engine", true}, {"engine", "engne", true}, {"engine", "enginee", true}, {"engine", "engime", true},
		{"engine", "engien", true}, {"engine", "enigen", false}, {"engine", "angin", false}, {"", "a", true}, {"", "ab", false},
	} {
		if got := differByOneTypo(tt.a, tt.b); got != tt.want {
			t.Errorf("oneSlip(%q, %q) = %v", tt.a, tt.b, got)
		}
		if differByOneTypo(tt.a, tt.b) != differByOneTypo(tt.b, tt.a) {
			t.Errorf("oneSlip(%q, %q) depends on the order", tt.a, tt.b)
		}
	}
}

func TestReplyOpenerIsJoinedToText(t *testing.T) {
	for _, tt := range []struct {
		opener, text, want string
	}{
		{"Well now,", "The sea rose.", "Well now, the sea rose."},
		{"Well now,", "I was there.", "Well now, I was there."},
		{"Well now,", "Peter was there.", "Well now. Peter was there."},
		{"Sit down.", "Peter was there.", "Sit down. Peter was there."},
		{"Soon told:", "Peter was there.", "Soon told: Peter was there."},
		{"Soon told", "Peter was there.", ""},
		{"It has reached me that", "Nobody slept.", ""},
		{"It has reached me that", "The cat slept.", "It has reached me that the cat slept."},
		{"Soon told;", "Peter was there.", ""},
		{"", "Peter was there.", ""},
	} {
		got, ok := tryJoinOpener(tt.opener, tt.text)
		if got != tt.want || ok != (tt.want != "") {
			t.Errorf("open(%q, %q) = %q", tt.opener, tt.text, got)
		}
		if rest, cut := cutOpener(got, tt.opener); ok && (!cut || rest != tt.text) {
			t.Errorf("cutOpener(%q, %q) = %q", got, tt.opener, rest)
		}
	}
}
