package chat

import (
	"bufio"
	"fmt"
	"regexp"
	"strings"
	"time"

	"colloquy/internal/chat/message"
)

// transcriptTimeLayout is the layout of times in Markdown, in UTC.
const transcriptTimeLayout = "2006-01-02 15:04 UTC"

func writeMarkdownHead(w *bufio.Writer, t transcript) error {
	_, err := fmt.Fprintf(w, "# %s\n\n- Character: %s\n- Begun: %s\n- Exported: %s\n",
		escapeMarkdown(t.title()), escapeMarkdown(t.name), markdownTime(t.conversation.CreatedAt), markdownTime(t.now))
	return err
}

func markdownTime(t time.Time) string { return t.UTC().Format(transcriptTimeLayout) }

// writeMarkdownMessage writes who speaks and when, and the text. It leaves out a message
// without a text, such as a failed reply.
func writeMarkdownMessage(w *bufio.Writer, t transcript, m message.Message, _ bool) error {
	if m.Content == "" {
		return nil
	}
	speaker := "You"
	if !m.IsUser {
		speaker = escapeMarkdown(t.name)
	}
	_, err := fmt.Fprintf(w, "\n**%s**, %s\n\n%s\n", speaker, markdownTime(m.CreatedAt), markdownText(m.Content))
	return err
}

// escapeMarkdown escapes the Markdown characters in a text of one line.
func escapeMarkdown(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < 0x80 && strings.ContainsRune("\\`*_{}[]()<>#+-.!|&~=:", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// unsafeMarkdown matches Markdown with an effect beyond emphasis, lists and inline code: HTML,
// pictures, both kinds of headings, horizontal rules, link definitions and code fences.
var unsafeMarkdown = regexp.MustCompile("(?m)<[A-Za-z/!?]|!\\[|^([ \\t>]|[-*+][ \\t]|[0-9]+[.)][ \\t])*(#|=+[ \\t]*$|-+[ \\t]*$|\\[[^\\]]*\\]:|```|~~~)")

// markdownText returns the text of a message as a quotation, with "> " before each line. A text
// with unsafeMarkdown becomes a code block instead. The fences of the block do not occur in the
// text. The words of the text are not changed. Rule messages-export-file.
func markdownText(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if !unsafeMarkdown.MatchString(text) {
		return "> " + strings.ReplaceAll(text, "\n", "\n> ")
	}
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + text + "\n" + fence
}
