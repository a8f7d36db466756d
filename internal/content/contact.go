package content

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/email"
	"colloquy/internal/storage"
)

// Letter is what somebody writes in the form of Contact Us (document 2 §2).
type Letter struct {
	Name, Email, Subject, Message string
}

// Limits of a letter: code points (document 2 §9), and how many letters a
// network may send in a time.
const (
	maxLetterName    = 100
	maxLetterEmail   = 100
	maxLetterSubject = 150
	maxLetterMessage = 1000

	lettersPerSpan = 5
	letterSpan     = 10 * time.Minute

	// lettersPerHour bounds those of everybody, counted in the table that every
	// process shares: beyond it a flood from many networks would use up what the
	// mail server sends in a day, and with it the mail that people wait for.
	lettersPerHour = 300
)

// Contact stores a letter and has it mailed to support, both or neither. Fields
// that are not in order fail with one text each, in document 2 §5's manner.
// Network is what visitors are counted by.
func (s *Service) Contact(ctx context.Context, network string, l Letter) error {
	l = l.tidy()
	if err := l.check(); err != nil {
		return err
	}
	if wait, ok := s.Limiter.Allow("contact "+network, lettersPerSpan, letterSpan); !ok {
		return errManyLetters.After(wait)
	}
	now := s.Clock.Now()
	id := core.NewID(now)
	err := s.DB.Write(ctx, func(tx storage.Querier) error {
		n, err := s.store.lettersSince(ctx, tx, now.Add(-time.Hour))
		if err != nil {
			return err
		}
		if n >= lettersPerHour {
			return errFlood.After(time.Hour)
		}
		if err := s.store.insertLetter(ctx, tx, id, l, now); err != nil {
			return err
		}
		return s.Mail.Enqueue(ctx, tx, id, l.mail(s.SupportEmail))
	})
	if err == nil {
		s.Mail.Kick()
	}
	return err
}

// checkTrap refuses a letter whose hidden field is filled in. It is not passed
// over in silence: a browser may have filled the field in for a person, who
// reads why and sends again.
func checkTrap(text string) error {
	if strings.TrimSpace(text) != "" {
		return errMachine
	}
	return nil
}

// tidy trims the fields, and makes those that are one line one line.
func (l Letter) tidy() Letter {
	line := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	return Letter{line(l.Name), strings.TrimSpace(l.Email), line(l.Subject), core.TrimText(l.Message)}
}

func (l Letter) check() error {
	var bad []string
	for _, f := range []struct {
		name, label, text string
		most              int
	}{
		{"name", "Name", l.Name, maxLetterName}, {"email", "Email", l.Email, maxLetterEmail},
		{"subject", "Subject", l.Subject, maxLetterSubject}, {"message", "Message", l.Message, maxLetterMessage},
	} {
		if fault := checkLetterField(f.label, f.text, f.most); fault != "" {
			bad = append(bad, f.name, fault)
		}
	}
	if len(bad) == 0 {
		return nil
	}
	return core.Fields(bad...)
}

func checkLetterField(label, text string, most int) string {
	switch {
	case !core.HasInk(text):
		return label + " is required"
	case utf8.RuneCountInString(text) > most:
		return fmt.Sprintf("%s must be at most %d characters long", label, most)
	case label == "Email" && !email.ValidAddress(text):
		return "Please enter a valid email address"
	case core.Unprintable(text):
		return label + " holds characters that cannot be read. Please remove them."
	}
	return ""
}

// mail is what support reads. Its sender is ours, so that it passes the checks
// of mail servers; the answer goes to whoever wrote.
func (l Letter) mail(to string) email.Message {
	return email.Message{
		To: to, ReplyTo: l.Email, Subject: "Contact: " + l.Subject,
		Text: fmt.Sprintf("Name: %s\nEmail: %s\nSubject: %s\n\n%s\n", l.Name, l.Email, l.Subject, l.Message),
	}
}
