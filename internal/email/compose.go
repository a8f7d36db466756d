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

const maxSubjectLength = 300 // code points

var idPattern = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

// linkPattern matches the addresses that are allowed in a header.
var linkPattern = regexp.MustCompile(`^https?://[A-Za-z0-9._~:/?#@!$&'()*+,;=%\[\]-]{1,500}$`)

// validateMail returns ErrInvalidMessage if composeMail cannot write the mail.
func validateMail(id string, m Message) error {
	switch {
	case !idPattern.MatchString(id):
		return fmt.Errorf("%w: id", ErrInvalidMessage)
	case !mailaddr.IsValid(m.To):
		return fmt.Errorf("%w: recipient", ErrInvalidMessage)
	case m.ReplyTo != "" && !mailaddr.IsValid(m.ReplyTo):
		return fmt.Errorf("%w: reply address", ErrInvalidMessage)
	case m.Subject == "" || utf8.RuneCountInString(m.Subject) > maxSubjectLength || !utf8.ValidString(m.Subject) || strings.ContainsFunc(m.Subject, isControlOrBreak):
		return fmt.Errorf("%w: subject", ErrInvalidMessage)
	case !utf8.ValidString(m.Text) || strings.ContainsRune(m.Text, 0):
		return fmt.Errorf("%w: text", ErrInvalidMessage)
	case m.OneClickUnsubscribeURL != "" && !linkPattern.MatchString(m.OneClickUnsubscribeURL):
		return fmt.Errorf("%w: unsubscribe address", ErrInvalidMessage)
	case !utf8.ValidString(m.HTML) || strings.ContainsRune(m.HTML, 0):
		return fmt.Errorf("%w: HTML", ErrInvalidMessage)
	}
	return nil
}

// isControlOrBreak reports whether r is a control character or ends a line.
func isControlOrBreak(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) }

// composeMail builds a mail. The headers contain only values that validateMail has checked.
// composeMail leaves out a Reply-To that is not ASCII. Rule notifications-unsubscribe.
func composeMail(from *netmail.Address, id string, m Message, now time.Time) (*mail.Msg, error) {
	if err := validateMail(id, m); err != nil {
		return nil, err
	}
	out := mail.NewMsg(mail.WithCharset(mail.CharsetUTF8), mail.WithEncoding(mail.EncodingQP), mail.WithNoDefaultUserAgent())
	out.FromMailAddress(from)
	out.ToMailAddress(&netmail.Address{Address: m.To})
	if m.ReplyTo != "" && isASCII(m.ReplyTo) {
		out.ReplyToMailAddress(&netmail.Address{Address: m.ReplyTo})
	}
	out.SetMessageIDWithValue(id + "@" + domainOf(from))
	out.SetDateWithValue(now)
	out.SetGenHeader("Auto-Submitted", "auto-generated")
	if m.OneClickUnsubscribeURL != "" {
		out.SetGenHeader("List-Unsubscribe", "<"+m.OneClickUnsubscribeURL+">")
		out.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	out.Subject(escapeSubject(m.Subject))
	out.SetBodyString(mail.TypeTextPlain, strings.ReplaceAll(m.Text, "\r\n", "\n"))
	if m.HTML != "" {
		out.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	}
	return out, nil
}

// encodedWordBytes is how many bytes of a subject fit into one encoded word. An encoded word has at
// most 75 characters (RFC 2047).
const encodedWordBytes = 45

// escapeSubject returns a subject that mail programs show unchanged. Mail programs decode a subject
// that contains the start of an encoded word. So escapeSubject encodes such a subject if it is
// ASCII.
func escapeSubject(subject string) string {
	if !isASCII(subject) || !strings.Contains(subject, "=?") {
		return subject
	}
	var words []string
	for part := range slices.Chunk([]byte(subject), encodedWordBytes) {
		words = append(words, "=?UTF-8?B?"+base64.StdEncoding.EncodeToString(part)+"?=")
	}
	return strings.Join(words, " ")
}

func domainOf(a *netmail.Address) string {
	_, domain, _ := strings.Cut(a.Address, "@")
	return domain
}

// isASCII reports whether a text is ASCII. Some mail servers refuse headers with addresses that are
// not ASCII. So composeMail omits a Reply-To with such an address. The text of the mail has the
// address.
func isASCII(address string) bool {
	return !strings.ContainsFunc(address, func(r rune) bool { return r > unicode.MaxASCII })
}

// ParseSender parses the sender of all mail: an address, or "Name <address>".
func ParseSender(text string) (*netmail.Address, error) {
	a, err := netmail.ParseAddress(text)
	if err != nil || !mailaddr.IsValid(a.Address) || strings.ContainsFunc(a.Name, isControlOrBreak) {
		return nil, fmt.Errorf("%w: sender", ErrInvalidMessage)
	}
	return a, nil
}
