package distress_test

import (
	"testing"

	"colloquy/internal/distress"
)

func TestLinesAtRiskAreRecognised(t *testing.T) {
	for line, want := range map[string]bool{
		"I want to kill myself":                                  true,
		"i'm gonna end it all tonight":                           true,
		"I don't want to live anymore":                           true,
		"i dont want to be here anymore":                         true,
		"Sometimes I wish I was dead.":                           true,
		"I've been cutting myself":                               true,
		"I am thinking about suicide":                            true,
		"my brother says he will kill himself":                   true,
		"I took too many pills":                                  true,
		"quiero morir":                                           true,
		"Je veux mourir":                                         true,
		"もう死にたいです":                                               true,
		"我不想活了":                                                  true,
		"죽고 싶어요":                                                 true,
		"Я хочу умереть":                                         true,
		"Хочу покончить с собой":                                 true,
		"I could kill myself laughing, but really I want to die": true,
		"Did Cleopatra commit suicide?":                          false,
		"Did Mark Antony kill himself?":                          false,
		"How did you die?":                                       false,
		"Did you want to die at home?":                           false,
		"I could kill myself laughing":                           false,
		"My exam is killing me":                                  false,
		"What do you think of death?":                            false,
		"":                                                       false,
		"Tell me how soldiers felt who did not want to fight":    false,
	} {
		if got := distress.IsAtRisk(line); got != want {
			t.Errorf("AtRisk(%q) = %v", line, got)
		}
	}
}

// MentionsRisk is true for words of risk, whether they are meant seriously or not.
func TestWordsOfRiskAreFound(t *testing.T) {
	for line, want := range map[string]bool{
		"I want to die.": true, "sometimes i think of KILLING MYSELF": true, "I don’t want to live any more": true, "I have suicidal thoughts": true,
		"no reason to live": true, "is there any point in living": true, "Ich will sterben": true, "quiero morir": true, "死にたい": true, "자살": true, "自杀": true,
		"Did Cleopatra commit suicide?": true, "he overdosed": true, "My brother is suicidal": true, "hanging myself": true, "they will hurt me": true,
		"I could kill myself laughing": true, "kill   myself": true, "убить себя": true, "chcę umrzeć": true, "Ölmek istiyorum": true,
		"How did you die?": false, "Did the doctors kill you?": false, "What did you want to do with your own life?": false, "": false, "Was it a dose?": false,
	} {
		if got := distress.MentionsRisk(line); got != want {
			t.Errorf("MentionsRisk(%q) = %v", line, got)
		}
	}
}

// KindOf finds the labelled kind of at least 96 % of the lines.
func TestKindOfMatchesLabels(t *testing.T) {
	kindNames := map[distress.RiskKind]string{distress.None: "none", distress.Acute: "acute", distress.SelfHarm: "self", distress.Abuse: "abuse", distress.OtherAtRisk: "other"}
	correctCount, total := 0, 0
	for _, e := range readLabelledLines(t) {
		kind := distress.KindOf(e.text)
		total++
		if kindNames[kind] == e.label {
			correctCount++
		} else if !isHeldOut(e.text) {
			t.Logf("%s is heard as %s: %s", e.label, kindNames[kind], e.text)
		}
	}
	t.Logf("the right kind in %d of %d", correctCount, total)
	if correctCount*100 < total*96 {
		t.Errorf("the right kind in %d of %d", correctCount, total)
	}
}

// Lines at risk are recognised with typing errors and disguised letters.
func TestTyposAndDisguisesAreRecognised(t *testing.T) {
	for _, line := range []string{
		"I WANT TO DIE!!!", "i  want\tto\ndie", "iwanttodie", "killmyself", "i want to d1e", "k1ll mys3lf", "I w a n t t o d i e", "i wannnnna dieeee",
		"I\u200b want to di\u200be", "ｉ ｗａｎｔ ｔｏ ｄｉｅ", "i want... to die", "*i want to die*", "i want 💔 to die", "i want to dei", "i want to kill mysefl", "suicdal thoughts",
	} {
		if !distress.IsAtRisk(line) {
			t.Errorf("%q is not heard", line)
		}
	}
}

// Quotations of risk from a story or a song do not count. The user's own words count, and so do
// quotations of people close to the user.
func TestFictionDoesNotCount(t *testing.T) {
	for line, want := range map[string]bool{
		`in my novel the hero says "I want to die"`:                false,
		`the song goes "I don't want to live anymore"`:             false,
		`I'm writing a story and I want to die`:                    true,
		`she said "I want to die" and I don't know what to do`:     true,
		`my brother wrote a song, it goes "I want to kill myself"`: true,
		`"I want to die"`: true,
		`in my story there is an unclosed quote "and honestly I want to die`: true,
	} {
		if got := distress.IsAtRisk(line); got != want {
			t.Errorf("AtRisk(%q) = %v", line, got)
		}
	}
}
