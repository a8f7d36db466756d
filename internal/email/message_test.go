package email_test

import (
	"errors"
	"strings"
	"testing"

	"colloquy/internal/email"
)

func validMail() email.Message {
	return email.Message{To: "help@colloquy.example", ReplyTo: "ada@post.example", Subject: "A date", Text: "It was 1843.\n"}
}

// invalidMails returns mails that every Sender and the Mailer must refuse.
func invalidMails() map[string]email.Message {
	out := map[string]email.Message{}
	for name, change := range map[string]func(m *email.Message){
		"no recipient":                func(m *email.Message) { m.To = "" },
		"two recipients":              func(m *email.Message) { m.To = "a@post.example,b@post.example" },
		"a named recipient":           func(m *email.Message) { m.To = "Ada <ada@post.example>" },
		"a header in the address":     func(m *email.Message) { m.To = "a@post.example\r\nBcc: b@post.example" },
		"a header in the reply":       func(m *email.Message) { m.ReplyTo = "a@post.example\nBcc: b@post.example" },
		"no reply address":            func(m *email.Message) { m.ReplyTo = "ada" },
		"no subject":                  func(m *email.Message) { m.Subject = "" },
		"a header in the subject":     func(m *email.Message) { m.Subject = "Hi\r\nBcc: b@post.example" },
		"a bare line end":             func(m *email.Message) { m.Subject = "Hi\nBcc: b@post.example" },
		"a line separator":            func(m *email.Message) { m.Subject = "Hi\u2028Bcc: b@post.example" },
		"an endless subject":          func(m *email.Message) { m.Subject = strings.Repeat("x", 301) },
		"a subject that is not UTF-8": func(m *email.Message) { m.Subject = "\xff" },
		"a text that is not UTF-8":    func(m *email.Message) { m.Text = "\xff" },
		"a NUL in the text":           func(m *email.Message) { m.Text = "a\x00b" },
		"HTML that is not UTF-8":      func(m *email.Message) { m.HTML = "\xff" },
		"a NUL in the HTML":           func(m *email.Message) { m.HTML = "a\x00b" },
	} {
		m := validMail()
		change(&m)
		out[name] = m
	}
	return out
}

func TestParseFromRefusesInvalidSenders(t *testing.T) {
	for text, want := range map[string][2]string{
		"hello@colloquy.example":                     {"", "hello@colloquy.example"},
		"Colloquy <hello@colloquy.example>":          {"Colloquy", "hello@colloquy.example"},
		`"Colloquy, Inc." <hi@colloquy.example>`:     {"Colloquy, Inc.", "hi@colloquy.example"},
		"=?utf-8?q?J=C3=B6rg?= <j@colloquy.example>": {"Jörg", "j@colloquy.example"},
	} {
		if a, err := email.ParseSender(text); err != nil || a.Name != want[0] || a.Address != want[1] {
			t.Errorf("%q is %v, %v", text, a, err)
		}
	}
	for _, bad := range []string{"", "Colloquy", "hello@desk", "=?utf-8?q?a=0D=0ABcc:_x?= <j@colloquy.example>"} {
		if a, err := email.ParseSender(bad); !errors.Is(err, email.ErrInvalidMessage) {
			t.Errorf("%q is %v, %v", bad, a, err)
		}
	}
}
