package viewer

import (
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Rule mail-viewer.
const (
	maxListedMails = 50      // number of mails in the list
	maxFileBytes   = 1 << 20 // bytes of a file that are read
	maxParts       = 10      // parts of a mail that are read
)

// outboxMail is a mail of the outbox. Fields that cannot be read are empty.
type outboxMail struct {
	ID, To, Subject string
	At              time.Time
	Text, HTML      string
}

// fileNamePattern matches the names of the files of the outbox (email.Outbox).
var fileNamePattern = regexp.MustCompile(`^([A-Za-z0-9-]{1,64})\.eml$`)

// newestMails returns at most maxListedMails mails with their texts, the newest first. If the
// folder does not exist, it returns none.
func newestMails(dir string) ([]outboxMail, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, err
	}
	var out []outboxMail
	for _, e := range slices.Backward(entries) { // names sort by time
		name := fileNamePattern.FindStringSubmatch(e.Name())
		if name == nil {
			continue
		}
		m, err := readMail(dir, name[1])
		if errors.Is(err, fs.ErrNotExist) { // deleted meanwhile, or not a plain file
			continue
		}
		if err != nil {
			return nil, err
		}
		if out = append(out, m); len(out) == maxListedMails {
			break
		}
	}
	return out, nil
}

// readMail returns one mail. If there is no plain file with the id, the error is
// fs.ErrNotExist.
func readMail(dir, id string) (outboxMail, error) {
	name := id + ".eml"
	if !fileNamePattern.MatchString(name) {
		return outboxMail{}, fs.ErrNotExist
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return outboxMail{}, err
	}
	defer root.Close()
	if file, err := root.Lstat(name); err != nil || !file.Mode().IsRegular() {
		return outboxMail{}, fs.ErrNotExist
	}
	f, err := root.Open(name)
	if err != nil {
		return outboxMail{}, err
	}
	defer f.Close()
	return parseMail(id, io.LimitReader(f, maxFileBytes)), nil
}

// parseMail reads what it can of a mail.
func parseMail(id string, r io.Reader) outboxMail {
	m := outboxMail{ID: id}
	raw, err := netmail.ReadMessage(r)
	if err != nil {
		return m
	}
	m.To = recipients(raw.Header)
	m.Subject = decodeHeader(raw.Header.Get("Subject"))
	m.At, _ = raw.Header.Date()
	m.addPart(raw.Header.Get("Content-Type"), raw.Header.Get("Content-Transfer-Encoding"), raw.Body)
	return m
}

// addPart sets the text or HTML of a mail from its body or one of its parts.
func (m *outboxMail) addPart(contentType, encoding string, body io.Reader) {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		kind = "text/plain"
	}
	switch {
	case kind == "text/html":
		m.HTML = decodeText(encoding, body)
	case strings.HasPrefix(kind, "text/"):
		m.Text = decodeText(encoding, body)
	case strings.HasPrefix(kind, "multipart/"):
		parts := multipart.NewReader(body, params["boundary"])
		for range maxParts {
			part, err := parts.NextRawPart()
			if err != nil {
				return
			}
			if kind := part.Header.Get("Content-Type"); !strings.HasPrefix(kind, "multipart/") {
				m.addPart(kind, part.Header.Get("Content-Transfer-Encoding"), part)
			}
		}
	}
}

// decodeText reads a text up to the first error and removes its transfer encoding.
func decodeText(encoding string, r io.Reader) string {
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		r = quotedprintable.NewReader(r)
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, r)
	}
	text, _ := io.ReadAll(r)
	return strings.ReplaceAll(strings.ToValidUTF8(string(text), "\ufffd"), "\r\n", "\n")
}

// recipients returns the bare addresses of the recipients. If they cannot be parsed, it
// returns the text of the header.
func recipients(h netmail.Header) string {
	addresses, err := h.AddressList("To")
	if err != nil {
		return decodeHeader(h.Get("To"))
	}
	var out []string
	for _, a := range addresses {
		out = append(out, a.Address)
	}
	return decodeHeader(strings.Join(out, ", "))
}

func decodeHeader(text string) string {
	if decoded, err := new(mime.WordDecoder).DecodeHeader(text); err == nil {
		text = decoded
	}
	return strings.ToValidUTF8(text, "\ufffd")
}
