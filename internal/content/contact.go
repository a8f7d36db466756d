package content

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/core/plain"
	"colloquy/internal/email"
	"colloquy/internal/email/mailaddr"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Letter has the fields of the form Contact Us.
type Letter struct {
	Name, Email, Subject, Message string
}

// Limits of the fields of a letter, in code points, and of the number of letters.
const (
	maxLetterNameLength    = 100 // rule contact-lengths
	maxLetterEmailLength   = 100
	maxLetterSubjectLength = 150
	maxLetterMessageLength = 1000

	lettersPerSpan = 5 // letters that are accepted from one network in letterSpan (rule contact-how-often)
	letterSpan     = 10 * time.Minute

	// Letters beyond these limits are stored, and mailed later. So a flood cannot use up the daily
	// quota of the mail server, and the form stays open (rule contact-mail-bounded).
	mailsPerNetwork     = 5   // mails an hour for letters of one network
	mailsPerHour        = 300 // mails an hour for letters of all networks
	mailLettersInterval = 5 * time.Minute
	lettersPerTx        = 50 // letters that mailUnsentLetters mails in one transaction
)

// ReceiveLetter stores a letter and mails it to support, at once or when the limits allow. For
// invalid fields it returns a core.Error with a text for each. If the network has sent too many
// letters, the error is errManyLetters.
func (s *Service) ReceiveLetter(ctx context.Context, from core.Network, l Letter) error {
	l = l.withTrimmedFields()
	if err := l.validate(); err != nil {
		return err
	}
	takenLetter, err := s.Limits.Take(ctx, limits.ByNetwork("letter", from, lettersPerSpan, letterSpan)...)
	if wait, full := limits.WaitOfFullError(err); full {
		return errManyLetters.WithRetryAfter(wait)
	}
	if err != nil {
		return err
	}
	takenMail, err := s.Limits.Take(ctx, append(limits.ByNetwork("letter-mail", from, mailsPerNetwork, time.Hour), letterMailLimit)...)
	_, unsent := limits.WaitOfFullError(err)
	if err == nil || unsent {
		err = s.storeLetter(ctx, l, unsent)
	}
	if err != nil {
		s.uncountLetter(ctx, takenLetter, takenMail)
	}
	return err
}

// storeLetter stores a letter and queues its mail in one transaction. If unsent is
// true, it only stores the letter, and mailUnsentLetters mails it later. Rule
// contact-stored-and-mailed.
func (s *Service) storeLetter(ctx context.Context, l Letter, unsent bool) error {
	now := s.Clock.Now()
	id := core.NewID(now)
	err := s.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.insertLetter(ctx, tx, id, l, now, unsent); err != nil || unsent {
			return err
		}
		return s.Mail.Enqueue(ctx, tx, id, l.toMail(s.SupportEmail))
	})
	if err == nil && !unsent {
		s.Mail.Wake()
	}
	return err
}

// uncountLetter removes the events that limits counted for a letter that could not be stored. It
// works even if ctx is cancelled.
func (s *Service) uncountLetter(ctx context.Context, takenEvents ...limits.TakenEvent) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	for _, t := range takenEvents {
		_ = s.Limits.GiveBack(ctx, t) // after an error the letter stays counted until its window expires
	}
}

var letterMailLimit = limits.Limit{Key: "letter-mail-all", N: mailsPerHour, Period: time.Hour}

// mailUnsentLetters mails at most lettersPerTx stored letters that were not mailed yet, the
// oldest first. It stops when letterMailLimit is full.
func (s *Service) mailUnsentLetters(ctx context.Context) error {
	mailedLetterCount := 0
	err := s.DB.Write(ctx, func(tx storage.Querier) error {
		mailedLetterCount = 0
		list, err := s.store.unsentLetters(ctx, tx, lettersPerTx)
		if err != nil {
			return err
		}
		for _, w := range list {
			_, err := s.Limits.TakeInTx(ctx, tx, letterMailLimit)
			if _, full := limits.WaitOfFullError(err); full {
				return nil // TakeInTx counts nothing if the limit is full
			}
			if err != nil {
				return err
			}
			if err := s.store.markLetterSent(ctx, tx, w.id); err != nil {
				return err
			}
			if err := s.Mail.Enqueue(ctx, tx, w.id, w.letter.toMail(s.SupportEmail)); err != nil {
				return err
			}
			mailedLetterCount++
		}
		return nil
	})
	if err == nil && mailedLetterCount > 0 {
		s.Mail.Wake()
	}
	return err
}

// checkHoneypot returns an error if the hidden field of the form is filled in. The
// form shows the error, because a browser may have autofilled the field. Rule
// contact-hidden-field.
func checkHoneypot(text string) error {
	if strings.TrimSpace(text) != "" {
		return errHoneypot
	}
	return nil
}

// withTrimmedFields trims the fields, and replaces line breaks in single-line fields with spaces.
func (l Letter) withTrimmedFields() Letter {
	singleLine := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	return Letter{singleLine(l.Name), strings.TrimSpace(l.Email), singleLine(l.Subject), plain.Trim(l.Message)}
}

// validate returns an error for fields that are empty, too long or no address. Rules
// contact-lengths, contact-errors.
func (l Letter) validate() error {
	var faults []string
	for _, f := range []struct {
		name, label, text string
		limit             int
	}{
		{"name", "Name", l.Name, maxLetterNameLength}, {"email", "Email", l.Email, maxLetterEmailLength},
		{"subject", "Subject", l.Subject, maxLetterSubjectLength}, {"message", "Message", l.Message, maxLetterMessageLength},
	} {
		if fault := letterFieldFault(f.label, f.text, f.limit); fault != "" {
			faults = append(faults, f.name, fault)
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return core.InvalidFieldsError(faults...)
}

func letterFieldFault(label, text string, limit int) string {
	switch {
	case !plain.HasVisibleRune(text):
		return label + " is required"
	case utf8.RuneCountInString(text) > limit:
		return fmt.Sprintf("%s must be at most %d characters long", label, limit)
	case label == "Email" && !mailaddr.IsValid(text):
		return "Please enter a valid email address"
	case plain.HasUnprintable(text):
		return label + " holds characters that cannot be read. Please remove them."
	}
	return ""
}

// toMail returns the mail to support. Its sender is the site, so that it passes SPF and
// DMARC; replies go to the author of the letter (rule contact-stored-and-mailed).
func (l Letter) toMail(to string) email.Message {
	return email.Message{
		To: to, ReplyTo: l.Email, Subject: "Contact: " + l.Subject, Kind: "contact",
		Text: fmt.Sprintf("Name: %s\nEmail: %s\nSubject: %s\n\n%s\n", l.Name, l.Email, l.Subject, l.Message),
	}
}
