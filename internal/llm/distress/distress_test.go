package distress_test

import (
	"testing"

	"colloquy/internal/llm/distress"
)

func TestSaid(t *testing.T) {
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
		if got := distress.Said(line); got != want {
			t.Errorf("Said(%q) = %v", line, got)
		}
	}
}

// TestMentioned: what is Said is mentioned, and so is more.
func TestMentioned(t *testing.T) {
	for line, want := range map[string]bool{
		"I want to die.": true, "sometimes i think of KILLING MYSELF": true, "I don’t want to live any more": true, "I have suicidal thoughts": true,
		"no reason to live": true, "is there any point in living": true, "Ich will sterben": true, "quiero morir": true, "死にたい": true, "자살": true, "自杀": true,
		"Did Cleopatra commit suicide?": true, "he overdosed": true, "My brother is suicidal": true, "hanging myself": true, "they will hurt me": true,
		"I could kill myself laughing": true, "kill   myself": true, "убить себя": true, "chcę umrzeć": true, "Ölmek istiyorum": true,
		"How did you die?": false, "Did the doctors kill you?": false, "What did you want to do with your own life?": false, "": false, "Was it a dose?": false,
	} {
		if got := distress.Mentioned(line); got != want {
			t.Errorf("Mentioned(%q) = %v", line, got)
		}
	}
}
