package chat

import (
	"bufio"
	"encoding/json"
	"time"

	"colloquy/internal/chat/message"
)

// transcriptHeadJSON has the fields before the messages. Rule messages-export-file.
type transcriptHeadJSON struct {
	Format     string                  `json:"format"`
	Version    int                     `json:"version"`
	ID         string                  `json:"id"`
	Title      string                  `json:"title"`
	Character  transcriptCharacterJSON `json:"character"`
	CreatedAt  time.Time               `json:"created_at"`
	ExportedAt time.Time               `json:"exported_at"`
}

type transcriptCharacterJSON struct {
	CharacterID int    `json:"character_id"`
	Name        string `json:"name"`
	Slug        string `json:"slug"`
}

type transcriptMessageJSON struct {
	ID            string         `json:"id"`
	IsUserMessage bool           `json:"is_user_message"`
	Content       string         `json:"content"`
	Status        message.Status `json:"status"`
	ReplyTo       string         `json:"reply_to"`
	Provider      string         `json:"provider"`
	CreatedAt     time.Time      `json:"created_at"`
}

// writeJSONHead writes the beginning of the object, up to the start of the list of messages.
func writeJSONHead(w *bufio.Writer, t transcript) error {
	c := t.conversation
	text, err := json.MarshalIndent(transcriptHeadJSON{
		"colloquy-conversation", 1, c.ID, c.Title, transcriptCharacterJSON{c.CharacterID, t.name, t.slug}, c.CreatedAt, t.now,
	}, "", "  ")
	if err != nil {
		return err
	}
	if _, err := w.Write(text[:len(text)-len("\n}")]); err != nil {
		return err
	}
	_, err = w.WriteString(",\n  \"messages\": [")
	return err
}

func writeJSONMessage(w *bufio.Writer, _ transcript, m message.Message, isFirst bool) error {
	text, err := json.Marshal(transcriptMessageJSON{m.ID, m.IsUser, m.Content, m.Status, m.ReplyTo, m.Provider, m.CreatedAt})
	if err != nil {
		return err
	}
	before := ",\n    "
	if isFirst {
		before = "\n    "
	}
	if _, err := w.WriteString(before); err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}
