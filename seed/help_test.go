package seed_test

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"colloquy/seed"
)

// helpContent is the content of content/help.json.
type helpContent struct {
	Categories    []struct{ Key, Name string }
	Questions     []struct{ ID, Category, Question, Answer string }
	Contacts      []struct{ Kind, Title, Note string }
	Hours         []helpFact
	ResponseTimes []helpFact `json:"response_times"`
	ResponseNote  string     `json:"response_note"`
	Resources     []struct{ Title, Page, Link string }
}

type helpFact struct{ Name, Value string }

func readHelp(t *testing.T) (h helpContent) {
	t.Helper()
	text, err := fs.ReadFile(seed.Content(), "help.json")
	if err == nil {
		d := json.NewDecoder(strings.NewReader(string(text)))
		d.DisallowUnknownFields()
		err = d.Decode(&h)
	}
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// requiredAnswers maps the id of a question to texts that its answer must contain. docs/rules.md or
// a page of the site states these texts and figures too.
var requiredAnswers = map[string][]string{
	"start-a-chat":    {"Lets Talk", "log in first"},
	"free-characters": {"About two thirds", "FREE", "PRO"},
	"password-length": {"6 to 30 characters", "Very common passwords"},
	"delete-account":  {"Account Settings", "Security", "Delete Account", "at once", "cannot be undone", "/privacy-policy"},
	"plans":           {"30 days", "365 days", "Neither renews by itself"},
	"money-back":      {"within 3 days", "at most 20 messages", "seventh day", "Payment History", "Request a refund", "/refund-policy"},
	"real-people":     {"Every character is an AI"},
	"horizon":         {"nothing after its own time", "/knowledge-base"},
	"broken-reply":    {"Your message stays", "Retry"},
	"offline":         {"conversations need a network"},
}

// rule help-content
func TestHelpAnswersAgreeWithTheRules(t *testing.T) {
	h := readHelp(t)
	if len(h.Questions) != 10 || len(requiredAnswers) != 10 {
		t.Errorf("%d questions", len(h.Questions))
	}
	seenQuestionIDs := map[string]bool{}
	for _, q := range h.Questions {
		if len(requiredAnswers[q.ID]) == 0 || seenQuestionIDs[q.ID] {
			t.Errorf("%s is unknown or asked twice", q.ID)
		}
		seenQuestionIDs[q.ID] = true
		for _, part := range requiredAnswers[q.ID] {
			if !strings.Contains(q.Answer, part) {
				t.Errorf("%s does not say %q", q.ID, part)
			}
		}
		if !strings.HasSuffix(q.Question, "?") || !strings.HasSuffix(q.Answer, ".") || len(q.Answer) > 400 {
			t.Errorf("%s: %q, %d bytes: %q", q.ID, q.Question, len(q.Answer), q.Answer)
		}
	}
}

// rule help-content
func TestEachHelpCategoryHasQuestions(t *testing.T) {
	h := readHelp(t)
	var keys []string
	for _, c := range h.Categories {
		keys = append(keys, c.Key)
		if c.Name == "" {
			t.Errorf("%s has no name", c.Key)
		}
	}
	if want := []string{"getting-started", "account", "payments", "characters", "technical"}; !slices.Equal(keys, want) {
		t.Errorf("%q", keys)
	}
	for _, key := range keys {
		n := 0
		for _, q := range h.Questions {
			if q.Category == key {
				n++
			}
		}
		if n != 2 {
			t.Errorf("%s has %d questions", key, n)
		}
	}
}

// rules help-hours, help-contacts
func TestHelpHasHoursResponseTimesAndContacts(t *testing.T) {
	h := readHelp(t)
	if want := []helpFact{{"Mon-Fri", "9:00-18:00 IST"}, {"Sat", "10:00-16:00 IST"}, {"Sun", "closed"}}; !slices.Equal(h.Hours, want) {
		t.Errorf("%v", h.Hours)
	}
	if want := []helpFact{{"Chat", "instant"}, {"Email", "within 24 hours"}, {"Phone", "during business hours"}}; !slices.Equal(h.ResponseTimes, want) {
		t.Errorf("%v", h.ResponseTimes)
	}
	var titles []string
	for _, c := range h.Contacts {
		titles = append(titles, c.Kind+" "+c.Title)
	}
	if want := []string{"chat Live Chat", "email Email Support", "phone Phone Support"}; !slices.Equal(titles, want) {
		t.Errorf("%q", titles)
	}
	if !strings.Contains(h.ResponseNote, "answers by itself") || !strings.Contains(h.ResponseNote, "working days") {
		t.Errorf("%q", h.ResponseNote)
	}
}

// rule help-content
func TestHelpLinksLeadToPages(t *testing.T) {
	titleByPath := map[string]string{"/blog": "The Colloquy Feed", "/characters": "Characters"}
	for _, p := range readTexts(t, "pages") {
		titleByPath["/"+p.Key] = p.Title
	}
	h := readHelp(t)
	for _, r := range h.Resources {
		if titleByPath[r.Link] != r.Page || r.Title == "" {
			t.Errorf("%s leads to %s, which is %q", r.Title, r.Link, titleByPath[r.Link])
		}
	}
	if len(h.Resources) != 3 {
		t.Errorf("%d resources", len(h.Resources))
	}
	for _, q := range h.Questions {
		for _, path := range regexp.MustCompile(`/[a-z-]+`).FindAllString(q.Answer, -1) {
			if titleByPath[path] == "" {
				t.Errorf("%s names %s", q.ID, path)
			}
		}
	}
}
