package words

import (
	"slices"
	"strings"
	"testing"
)

func TestContentWordsJoinFormsAndSynonyms(t *testing.T) {
	for _, c := range [][2]string{
		{"Lives in Porto", "I am living in PORTO"},
		{"Likes dancing", "I love to dance"},
		{"Works as a nurse", "my job: nurse"},
		{"Has a sister called Maria", "Maria's my sister's name"},
		{"Mag Zoë", "mag zoe"},
	} {
		a, b := ContentWords(c[0]), ContentWords(c[1])
		if !slices.Equal(a, b) {
			t.Errorf("%q is %v, %q is %v", c[0], a, c[1], b)
		}
	}
	if a, b := ContentWords("Likes cats"), ContentWords("Does not like cats"); slices.Equal(a, b) {
		t.Errorf("a negation is lost: %v", a)
	}
	if got := ContentWords("我住在北京"); len(got) != 4 {
		t.Errorf("a script without spaces has the words %q", got)
	}
	if got := ContentWords("What do you know about me?"); len(got) != 0 {
		t.Errorf("stop words stay: %q", got)
	}
}

func TestSubjectsAreWhatATextIsAbout(t *testing.T) {
	for text, want := range map[string]string{
		"Lives in Porto":            "porto",
		"Has a sister called Maria": "maria",
		"Likes cats":                "cat lik",
		"Birthday: 4 May":           "4 may",
	} {
		if got := strings.Join(SubjectWords(ContentWords(text)), " "); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestSubsetsHaveOneToThreeWords(t *testing.T) {
	var got []string
	EachSubset([]string{"a", "b", "c", "d"}, func(set []string) { got = append(got, strings.Join(set, "")) })
	if len(got) != 4+6+4 || !slices.Contains(got, "bcd") || slices.Contains(got, "abcd") {
		t.Errorf("the subsets are %v", got)
	}
}

func TestNamesHaveCapitals(t *testing.T) {
	for text, want := range map[string]string{
		"Has a sister called Maria Souza in Faro": "faro maria souza",
		"Lives in Porto":                "porto",
		"Flies to Porto in March":       "porto",
		"Yesterday it rained. Then not": "",
	} {
		if got := strings.Join(Names(text), " "); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
