package seed_test

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"colloquy/seed"
)

// textFile is the content of the file of an article or a static page.
type textFile struct {
	Key, Title, Subtitle, Description, Intro, Effective, ReviewNote string
	Slug                                                            string `json:"url_slug"`
	Sections                                                        []struct {
		Heading, Paragraph string
		Items              []string
	}
}

// body returns the text below the title.
func (x textFile) body() string {
	var b strings.Builder
	b.WriteString(x.Intro + "\n")
	for _, s := range x.Sections {
		for _, part := range append([]string{s.Heading, s.Paragraph}, s.Items...) {
			b.WriteString(part + "\n")
		}
	}
	return b.String()
}

func readTexts(t *testing.T, folder string) []textFile {
	t.Helper()
	files, err := fs.Glob(seed.Content(), folder+"/*.json")
	if err != nil {
		t.Fatal(err)
	}
	out := make([]textFile, len(files))
	for i, name := range files {
		file, err := fs.ReadFile(seed.Content(), name)
		if err == nil {
			err = json.Unmarshal(file, &out[i])
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return out
}

// TestArticlesAreLongEnough: there are five articles, each with 800 words or more
// below the title.
func TestArticlesAreLongEnough(t *testing.T) {
	list := readTexts(t, "articles")
	for _, x := range list {
		if n := countWords(x.body()); n < 800 {
			t.Errorf("%s has %d words", x.Slug, n)
		}
		if x.Title == "" || x.Subtitle == "" || x.Description == "" || len(x.Sections) < 5 {
			t.Errorf("%s lacks something above its text", x.Slug)
		}
	}
	if len(list) != 5 {
		t.Errorf("%d articles", len(list))
	}
}

// requiredTexts are the texts and figures that a page must contain, by the key of the
// page.
var requiredTexts = map[string][]string{
	"refund-policy":   {"within 3 days", "not been substantially used", "up to 7 business days", "not refundable after its first 7 days", "not renew by itself"},
	"terms-of-use":    {"18 or have the consent of a parent or guardian", "fictional AI entertainment", "State of Delaware, USA", "30 days", "365 days", "not renew by itself", "/refund-policy", "/privacy-policy", "/community-guide", "delete your account at any time"},
	"user-agreement":  {"18 or older, or have the consent of a parent or guardian", "/privacy-policy", "/terms-of-use", "/refund-policy", "SIGNUP"},
	"privacy-policy":  {"18 and over, or with the consent of a parent or guardian", "14 days without use", "90 days at the latest", "argon2id", "Deleted user", "within 30 days", "/contact-us", "at once and cannot be undone", "gone from our records within a minute", "For 400 days", "applied again after any restore", "as a file, three times a day"},
	"community-guide": {"18 or have the consent of a guardian", "Report button", "ticket number"},
	"knowledge-base":  {"18 or have the consent of a guardian", "6 to 30 characters", "4,000 characters", "30 days", "365 days"},
	"copyright":       {"Digital Millennium Copyright Act", "under penalty of perjury", "designated agent", "counter-notice", "Repeat infringers", "1,000 characters", "/contact-us"},
	"contact-us":      {"within 24 hours", "9:00 to 18:00 IST", "10:00 to 16:00 IST", "1,000 characters"},
	"about":           {"287 characters", "two thirds of the characters are free"},
}

var (
	wrongAgePattern = regexp.MustCompile(`\b(13|14|16|21) (years|or older|or over)|(aged|over|under) (13|14|16|21)\b`)
	legalPages      = []string{"copyright", "privacy-policy", "refund-policy", "terms-of-use", "user-agreement"}
)

// TestPagesAgreeWithFixedTexts: every page contains its fixed texts, so pages do not
// contradict each other.
// rule content-pages-agree
func TestPagesAgreeWithFixedTexts(t *testing.T) {
	list := readTexts(t, "pages")
	for _, x := range list {
		body := x.body()
		for _, part := range requiredTexts[x.Key] {
			if !strings.Contains(body, part) {
				t.Errorf("%s does not say %q", x.Key, part)
			}
		}
		if other := wrongAgePattern.FindString(body); other != "" {
			t.Errorf("%s says %q", x.Key, other)
		}
		if len(requiredTexts[x.Key]) == 0 || countWords(body) < 100 {
			t.Errorf("%s is not one of the nine pages, or has fewer than 100 words", x.Key)
		}
	}
	if len(list) != len(requiredTexts) {
		t.Errorf("%d pages", len(list))
	}
}

// TestLegalPagesHaveDateAndReviewNote: each legal page has a date and a note that lawyers must
// review it.
// rule content-legal-pages
func TestLegalPagesHaveDateAndReviewNote(t *testing.T) {
	for _, x := range readTexts(t, "pages") {
		for _, key := range legalPages {
			if x.Key == key && (x.ReviewNote == "" || x.Effective != "2025-07-07") {
				t.Errorf("%s is of %q, and for a lawyer stands %q", x.Key, x.Effective, x.ReviewNote)
			}
		}
	}
}
