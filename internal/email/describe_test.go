package email_test

import (
	"testing"

	"colloquy/internal/email"
)

// rule operations-mail
func TestWaitingMailIsDescribedWithoutPrivateText(t *testing.T) {
	for payload, want := range map[string]email.MailDescription{
		`{"id":"1","mail":{"to":"ada.private@post.example","subject":"private","text":"private","kind":"contact"}}`: {To: "a…@post.example", Kind: "contact"},
		`{"id":"1","mail":{"to":"é@post.example","subject":"private","text":"private"}}`:                            {To: "é…@post.example", Kind: "other"},
		`{"id":"1","mail":{"to":"@","subject":"private","text":"private"}}`:                                         {To: "…", Kind: "other"},
	} {
		if got, err := email.DescribeJob(payload); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", payload, got, err, want)
		}
	}
	if _, err := email.DescribeJob("no JSON"); err == nil {
		t.Error("a payload that is no JSON is described")
	}
}
