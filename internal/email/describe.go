package email

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// MailDescription is what an operator sees of a mail that waits, without private text.
type MailDescription struct {
	To   string // the first character and the domain of the address, such as a…@post.example
	Kind string // Message.Kind, or "other" for mails of earlier versions
}

// DescribeJob describes the mail in the payload of a job of JobKind (rule operations-mail).
func DescribeJob(payload string) (MailDescription, error) {
	var p mailJob
	if err := json.Unmarshal([]byte(payload), &p); err != nil {
		return MailDescription{}, fmt.Errorf("email: invalid job payload: %w", err)
	}
	return MailDescription{shortenAddress(p.Mail.To), cmp.Or(p.Mail.Kind, "other")}, nil
}

// shortenAddress replaces all but the first character of the local part by an ellipsis. If the text
// has no @ or no local part, it returns only the ellipsis.
func shortenAddress(address string) string {
	_, size := utf8.DecodeRuneInString(address)
	at := strings.LastIndexByte(address, '@')
	if at < size {
		return "…"
	}
	return address[:size] + "…" + address[at:]
}
