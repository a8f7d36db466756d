package email

import (
	_ "embed"
	"html/template"
	"strings"
)

// Letter is the content of a mail to a user. It has paragraphs of plain text, with a code, a button
// or both between them. Text and HTML return the same content.
type Letter struct {
	Heading        string
	Intro          []string // paragraphs before the code or the button
	Code           string   // shown large; empty for none
	Button         Button   // zero for none
	Outro          []string // paragraphs after the code or the button
	UnsubscribeURL string   // address of the page that stops such mail; empty for none
}

// Button is a link that is drawn as a button.
type Button struct{ Label, URL string }

//go:embed letter.html
var letterHTML string

var letterTemplate = template.Must(template.New("letter").Parse(letterHTML))

// Text returns the letter as plain text. Rule notifications-unsubscribe.
func (l Letter) Text() string {
	parts := append([]string{l.Heading}, l.Intro...)
	if l.Code != "" {
		parts = append(parts, "    "+l.Code)
	}
	if l.Button.URL != "" {
		parts = append(parts, l.Button.Label+":\n"+l.Button.URL)
	}
	parts = append(parts, l.Outro...)
	if l.UnsubscribeURL != "" {
		parts = append(parts, "Stop these mails:\n"+l.UnsubscribeURL)
	}
	return strings.Join(append(parts, "Colloquy"), "\n\n") + "\n"
}

// HTML returns the content of the letter as an HTML document. The document has no scripts and loads
// nothing.
func (l Letter) HTML() string {
	var b strings.Builder
	if err := letterTemplate.Execute(&b, l); err != nil {
		panic(err) // letterTemplate does not fit the type Letter
	}
	return b.String()
}

// FillMessage returns a copy of a mail with the text and the HTML of the letter.
func (l Letter) FillMessage(m Message) Message {
	m.Text, m.HTML = l.Text(), l.HTML()
	return m
}
