package email

import (
	"encoding/base64"
	"fmt"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/wneessen/go-mail"

	"colloquy/internal/email/mailaddr"
)

const maxSubject = 300 // code points

var idForm = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

// check refuses what could not be written as a mail, before it is queued.
func check(id string, m Message) error {
	switch {
	case !idForm.MatchString(id):
		return fmt.Errorf("%w: its id", ErrMessage)
	case !mailaddr.Valid(m.To):
		return fmt.Errorf("%w: its recipient", ErrMessage)
	case m.ReplyTo != "" && !mailaddr.Valid(m.ReplyTo):
		return fmt.Errorf("%w: its reply address", ErrMessage)
	case m.Subject == "" || utf8.RuneCountInString(m.Subject) > maxSubject || !utf8.ValidString(m.Subject) || strings.ContainsFunc(m.Subject, breaks):
		return fmt.Errorf("%w: its subject", ErrMessage)
	case !utf8.ValidString(m.Text) || strings.ContainsRune(m.Text, 0):
		return fmt.Errorf("%w: its text", ErrMessage)
	}
	return nil
}

// breaks are the characters that end a line, and the other control characters.
func breaks(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) }

// compose writes a mail down. Every header is built from checked parts.
func compose(from *netmail.Address, id string, m Message, now time.Time) (*mail.Msg, error) {
	if err := check(id, m); err != nil {
		return nil, err
	}
	out := mail.NewMsg(mail.WithCharset(mail.CharsetUTF8), mail.WithEncoding(mail.EncodingQP), mail.WithNoDefaultUserAgent())
	out.FromMailAddress(from)
	out.ToMailAddress(&netmail.Address{Address: m.To})
	if m.ReplyTo != "" && ascii(m.ReplyTo) {
		out.ReplyToMailAddress(&netmail.Address{Address: m.ReplyTo})
	}
	out.SetMessageIDWithValue(id + "@" + domainOf(from))
	out.SetDateWithValue(now)
	out.SetGenHeader("Auto-Submitted", "auto-generated")
	out.Subject(literal(m.Subject))
	out.SetBodyString(mail.TypeTextPlain, strings.ReplaceAll(m.Text, "\r\n", "\n"))
	return out, nil
}

// wordBytes of text make one encoded word of at most 75 characters (RFC 2047).
const wordBytes = 45

// literal returns a subject that mail programs show as it is. One in ASCII that
// looks like an encoded word is encoded itself, or it would be decoded.
func literal(subject string) string {
	if !ascii(subject) || !strings.Contains(subject, "=?") {
		return subject
	}
	var words []string
	for part := range slices.Chunk([]byte(subject), wordBytes) {
		words = append(words, "=?UTF-8?B?"+base64.StdEncoding.EncodeToString(part)+"?=")
	}
	return strings.Join(words, " ")
}

func domainOf(a *netmail.Address) string {
	_, domain, _ := strings.Cut(a.Address, "@")
	return domain
}

// ascii tells whether every mail server takes an address in a header. Whoever
// replies to another finds it in the text.
func ascii(address string) bool {
	return !strings.ContainsFunc(address, func(r rune) bool { return r > unicode.MaxASCII })
}

// ParseFrom reads the sender of all mail: an address, alone or as
// "Name <address>".
func ParseFrom(text string) (*netmail.Address, error) {
	a, err := netmail.ParseAddress(text)
	if err != nil || !mailaddr.Valid(a.Address) || strings.ContainsFunc(a.Name, breaks) {
		return nil, fmt.Errorf("%w: its sender", ErrMessage)
	}
	return a, nil
}
