package english_test

import (
	"slices"
	"testing"

	"colloquy/internal/english"
)

func TestWordsExpandsContractions(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"  ?! … ", nil},
		{"I'm Zoë’s friend", []string{"i", "am", "zoe", "friend"}},
		{"It's what's left", []string{"it", "is", "what", "is", "left"}},
		{"I don't, can't and won't", []string{"i", "do", "not", "can", "not", "and", "will", "not"}},
		{"dont u know im here", []string{"do", "not", "you", "know", "i", "am", "here"}},
		{"They'll say we've won; you're late", []string{"they", "will", "say", "we", "have", "won", "you", "are", "late"}},
		{"'quoted' o'clock", []string{"quoted", "oclock"}},
		{"ŁÓDŹ 1863 Кто", []string{"łodz", "1863", "кто"}},
		{"n't 't '", []string{"nt", "t"}},
	} {
		if got := english.Words(tt.in); !slices.Equal(got, tt.want) {
			t.Errorf("english.Words(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestPhrasesMatchWholeWords(t *testing.T) {
	phrases := english.ParsePhrases("\n i don't know\nпокончить с собой\n\nWhat's up?\n")
	if want := []string{" i do not know ", " покончить с собои ", " what is up "}; !slices.Equal(phrases, want) {
		t.Fatalf("got %q, want %q", phrases, want)
	}
	for line, want := range map[string]bool{
		"Well, I DON’T know!": true, "I do not know": true, "i do not knows": false, "": false, "Он хотел покончить с собой.": true, "What’s up": true,
	} {
		if got := english.HasPhrase(english.JoinWords(english.Words(line)), phrases); got != want {
			t.Errorf("%q has one: %v", line, got)
		}
	}
}
