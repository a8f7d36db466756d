package spoken_test

import (
	"testing"

	"colloquy/internal/voice/spoken"
)

// rule voice-spoken-text
func TestStripsWhatIsNotSaid(t *testing.T) {
	// A test of the web app has the first fifteen cases too.
	for _, c := range [][2]string{
		{"**Never** the `same` river.", "Never the same river."},
		{"# A title\nAnd a line.", "A title And a line."},
		{"*walks to the window* The sea is calm.", "The sea is calm."},
		{"Sit down. *pours tea* You look tired.", "Sit down. You look tired."},
		{"I was *certain* of it.", "I was certain of it."},
		{"I was certain of it *then*.", "I was certain of it then."},
		{"He wrote *The Republic* late.", "He wrote The Republic late."},
		{"Read [my letters](https://letters.example/1) first.", "Read my letters first."},
		{"See https://letters.example/1?a=b for more.", "See for more."},
		{"Run this:\n```js\nalert(1)\n```\nThen rest.", "Run this: Then rest."},
		{"An unclosed block:\n```\nrm -rf", "An unclosed block:"},
		{"Well done 👏🏽 friend ❤️", "Well done friend"},
		{"A _quiet_ man, __very__ quiet.", "A quiet man, very quiet."},
		{"*sighs*", ""},
		{"👍", ""},
		{"", ""},
		{"> A quotation\n> of mine.", "A quotation of mine."},
		{"“*laughs* Never!”", "“laughs Never!”"},
		{"Yes. *nods*\nGo on.", "Yes. Go on."},
		{"A snake_case_name stays.", "A snake_case_name stays."},
		{"___so___", "_so_"},
		{"2 * 3 * 4", "2 3 4"},
		{"www.example.org is gone.", "is gone."},
		{"####### seven", "####### seven"},
		{"a\u00a0 b\t\nc", "a b c"},
		{"Broken \xff bytes.", "Broken bytes."},
		{"``👍`code\nnext", "next"},
	} {
		if got := spoken.Text(c[0], "de", nil); got != c[1] {
			t.Errorf("%q is said as %q, want %q", c[0], got, c[1])
		}
	}
}

// rules voice-spoken-text, voice-english
func TestEnglishIsWrittenOutAsWords(t *testing.T) {
	for written, said := range spokenByEnglishText {
		got := spoken.Text(written, "en-GB", nil)
		if got != said {
			t.Errorf("%q\n is  %q\nwant %q", written, got, said)
		}
		if again := spoken.Text(got, "en", nil); again != got {
			t.Errorf("%q becomes %q when it is written out again", got, again)
		}
	}
}

// rule voice-spoken-text
func TestOtherLanguagesAreOnlyStripped(t *testing.T) {
	for _, language := range []string{"", "de", "fr-FR", "e", "enm", "x-en"} {
		if got := spoken.Text("*Le* 14 juillet 1789, Louis XVI & Dr. No.", language, nil); got != "Le 14 juillet 1789, Louis XVI & Dr. No." {
			t.Errorf("in %q: %q", language, got)
		}
	}
	for _, language := range []string{"en", "EN-us", "en_GB"} {
		if got := spoken.Text("In 1789.", language, nil); got != "In seventeen eighty-nine." {
			t.Errorf("in %q: %q", language, got)
		}
	}
}

// rule voice-spoken-text
func TestPronunciationReplacesWholeWords(t *testing.T) {
	said := map[string]string{"Ptolemy": "Tolemy", "Nietzsche": "Neecha", "Louis XIV": "Lewie the Fourteenth", "Louis": "Lewie", "1066": "ten double six", "": "nothing", "C++": "see plus plus"}
	for written, want := range map[string]string{
		"Ptolemy XII was my father.":    "Tolemy the Twelfth was my father.",
		"Ptolemy’s line.":               "Tolemy’s line.",
		"Nietzschean, nietzsche, Nietz": "Nietzschean, nietzsche, Nietz",
		"Nietzsche.":                    "Neecha.",
		"Louis XIV and Louis XV":        "Lewie the Fourteenth and Lewie the Fifteenth",
		"In 1066, not 10660.":           "In ten double six, not ten thousand six hundred and sixty.",
		"I write C++ now":               "I write see plus plus now",
		"StLouis éLouis Louisé":         "StLouis éLouis Louisé",
	} {
		if got := spoken.Text(written, "en", said); got != want {
			t.Errorf("%q is said as %q, want %q", written, got, want)
		}
	}
	if got := spoken.Text("**Nietzsche** 1889", "de", said); got != "Neecha 1889" {
		t.Errorf("in German: %q", got)
	}
}
