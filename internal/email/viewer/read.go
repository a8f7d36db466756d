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

const (
	maxMails = 50      // newest files that the list reads
	maxBytes = 1 << 20 // of a file; the rest is not read
	maxParts = 10      // of a mail
)

// letter is a mail of the outbox. Fields that cannot be read are empty.
type letter struct {
	ID, To, Subject string
	At              time.Time
	Text, HTML      string
}

// fileName is the name of a file of the outbox (email.Outbox).
var fileName = regexp.MustCompile(`^([A-Za-z0-9-]{1,64})\.eml$`)

// list returns the newest mails, the newest first, without their bodies. A folder that
// does not exist has none.
func list(dir string) ([]letter, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, err
	}
	var out []letter
	for _, e := range slices.Backward(entries) { // names sort by time
		name := fileName.FindStringSubmatch(e.Name())
		if name == nil {
			continue
		}
		m, err := open(dir, name[1])
		if errors.Is(err, fs.ErrNotExist) { // deleted meanwhile, or not a plain file
			continue
		}
		if err != nil {
			return nil, err
		}
		if out = append(out, m); len(out) == maxMails {
			break
		}
	}
	return out, nil
}

// open returns one mail. An id without a plain file is fs.ErrNotExist.
func open(dir, id string) (letter, error) {
	name := id + ".eml"
	if !fileName.MatchString(name) {
		return letter{}, fs.ErrNotExist
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return letter{}, err
	}
	defer root.Close()
	if file, err := root.Lstat(name); err != nil || !file.Mode().IsRegular() {
		return letter{}, fs.ErrNotExist
	}
	f, err := root.Open(name)
	if err != nil {
		return letter{}, err
	}
	defer f.Close()
	return parse(id, io.LimitReader(f, maxBytes)), nil
}

// parse reads what it can of a mail.
func parse(id string, r io.Reader) letter {
	m := letter{ID: id}
	raw, err := netmail.ReadMessage(r)
	if err != nil {
		return m
	}
	m.To = recipients(raw.Header)
	m.Subject = decodedHeader(raw.Header.Get("Subject"))
	m.At, _ = raw.Header.Date()
	m.addPart(raw.Header.Get("Content-Type"), raw.Header.Get("Content-Transfer-Encoding"), raw.Body)
	return m
}

// addPart sets the text or HTML of a mail from its body or one of its parts.
func (m *letter) addPart(contentType, encoding string, body io.Reader) {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		kind = "text/plain"
	}
	switch {
	case kind == "text/html":
		m.HTML = decodedText(encoding, body)
	case strings.HasPrefix(kind, "text/"):
		m.Text = decodedText(encoding, body)
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

// decodedText returns a text without its transfer encoding, up to the first error.
func decodedText(encoding string, r io.Reader) string {
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		r = quotedprintable.NewReader(r)
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, r)
	}
	text, _ := io.ReadAll(r)
	return strings.ReplaceAll(strings.ToValidUTF8(string(text), "\ufffd"), "\r\n", "\n")
}

// recipients returns the bare addresses of the recipients, or the header if it has none.
func recipients(h netmail.Header) string {
	parsed, err := h.AddressList("To")
	if err != nil {
		return decodedHeader(h.Get("To"))
	}
	var out []string
	for _, a := range parsed {
		out = append(out, a.Address)
	}
	return decodedHeader(strings.Join(out, ", "))
}

func decodedHeader(text string) string {
	if decoded, err := new(mime.WordDecoder).DecodeHeader(text); err == nil {
		text = decoded
	}
	return strings.ToValidUTF8(text, "\ufffd")
}
