package chat

import (
	"bufio"
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/core/plain"
)

// transcriptPageSize is the number of messages that a transcript has in memory at once. Rule
// messages-export-file.
const transcriptPageSize = 100

// transcript is a conversation that is written to a file: its active messages, oldest first.
// docs/conversation-file.md describes both formats (rule messages-export-file).
type transcript struct {
	conversation Conversation
	name, slug   string // of the character
	format       transcriptFormat
	now          time.Time
	// page returns at most transcriptPageSize messages with a Seq above after.
	page func(ctx context.Context, after int64) ([]message.Message, error)
}

// transcriptFormat is a format of transcripts.
type transcriptFormat struct {
	extension, mediaType string
	// writeHead writes what comes before the messages.
	writeHead func(w *bufio.Writer, t transcript) error
	// writeMessage writes a message, or nothing if the format omits the message.
	writeMessage func(w *bufio.Writer, t transcript, m message.Message, isFirst bool) error
	footer       string // text after the messages
}

// newTranscript returns the transcript of the actor's conversation, even if the character is
// locked or hidden. format is a key of transcriptFormats.
func (s *Service) newTranscript(ctx context.Context, actor core.Actor, ref, format string) (transcript, error) {
	f, known := transcriptFormats[format]
	if !known {
		return transcript{}, core.InvalidFieldsError("format", badFormatText)
	}
	c, err := s.findConversation(ctx, actor, ref)
	if err != nil {
		return transcript{}, err
	}
	t := transcript{conversation: c, format: f, now: s.deps.Clock.Now(), name: "Character " + strconv.Itoa(c.CharacterID)}
	ch, err := s.loadCharacter(ctx, c)
	if message.IgnoreNotFound(err) != nil {
		return transcript{}, err
	}
	if err == nil {
		t.name, t.slug = ch.Persona.Name, ch.Persona.Slug
	}
	t.page = func(ctx context.Context, after int64) ([]message.Message, error) {
		return message.ActiveAfterSeq(ctx, s.deps.DB.Reader(), c.ID, after, transcriptPageSize)
	}
	return t, nil
}

// write writes the transcript, a page of messages at a time.
func (t transcript) write(ctx context.Context, w *bufio.Writer) error {
	if err := t.format.writeHead(w, t); err != nil {
		return err
	}
	for after, isFirst, isLast := int64(0), true, false; !isLast; {
		list, err := t.page(ctx, after)
		if err != nil {
			return err
		}
		for _, m := range list {
			if err := t.format.writeMessage(w, t, m, isFirst); err != nil {
				return err
			}
			after, isFirst = m.Seq, false
		}
		isLast = len(list) < transcriptPageSize
	}
	_, err := w.WriteString(t.format.footer)
	return err
}

// title returns the title of the chat, or a title with the character's name.
func (t transcript) title() string { return cmp.Or(t.conversation.Title, "Talk with "+t.name) }

// fileNames returns two names for the file: name is ASCII, and anyName has the title with
// characters of any script.
func (t transcript) fileNames() (name, anyName string) {
	slug := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return -1
	}, t.slug)
	dateAndExtension := dateOf(t.now) + "." + t.format.extension
	return strings.ReplaceAll("colloquy-"+slug+"-"+dateAndExtension, "--", "-"), fileTitle(t.title()) + " " + dateAndExtension
}

// maxFileTitleLength is the longest title in a file name, in code points.
const maxFileTitleLength = 60

// fileTitle makes a title usable in a file name. It puts a space in place of each character that
// file systems refuse. It also shortens the title.
func fileTitle(title string) string {
	title = strings.Map(func(r rune) rune {
		if plain.Is(r, plain.Control|plain.Replacement) || isDirectionMark(r) || strings.ContainsRune(`<>:"/\|?*`, r) {
			return ' '
		}
		return r
	}, title)
	title = strings.Join(strings.Fields(title), " ")
	return cmp.Or(strings.Trim(plain.FirstCharacters(title, maxFileTitleLength), " ."), "Talk")
}

// transcriptFormats has the formats by the value of the query parameter format.
var transcriptFormats = map[string]transcriptFormat{
	"md":   {"md", "text/markdown; charset=utf-8", writeMarkdownHead, writeMarkdownMessage, ""},
	"json": {"json", "application/json", writeJSONHead, writeJSONMessage, "\n  ]\n}\n"},
}
