package voice

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Reply is a stored reply of a character.
type Reply struct {
	ID string
	// ConversationID is the id of the conversation, for Text.
	ConversationID string
	CharacterID    int
	Text           string // Markdown
	IsRunning      bool
	IsLocked       bool // the user may not chat with the character
	HasHelp        bool // it names help lines, for a user who may be at risk
	Speech         core.Speech
}

// Replies finds a reply of a conversation of a user; without messageID it is the last
// message. It returns core.NotFound for any other
// message.
type Replies interface {
	Reply(ctx context.Context, actor core.Actor, conversationID, messageID string) (Reply, error)
	// Text returns the stored text of a reply that Reply has found, and whether it may grow.
	Text(ctx context.Context, conversationID, messageID string) (text string, isRunning bool, err error)
}

// Files keeps recordings as private files. Store stores a file that is deleted by itself
// unless Keep is called in the transaction that refers to it. Drop deletes files after the
// transaction.
type Files interface {
	StoreRecording(ctx context.Context, userID, extension string, data []byte) (name string, err error)
	KeepRecording(ctx context.Context, tx storage.Querier, name string) (kept bool, err error)
	DropRecordings(ctx context.Context, tx storage.Querier, names []string) error
	SignedAddress(name string, expires time.Time) string
}

// Plans says whether a user has paid for anything that is active (rule accounts-purchases).
type Plans interface {
	IsPaid(ctx context.Context, userID string) (bool, error)
}

// Jobs runs periodic jobs.
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
}

// Writer writes down speech. It returns the errors of package speech.
type Writer interface {
	Transcribe(ctx context.Context, audio []byte, mediaType string) (string, error)
}
