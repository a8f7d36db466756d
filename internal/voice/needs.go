package voice

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Reply is a stored reply of a character.
type Reply struct {
	ID             string
	ConversationID string
	CharacterID    int
	Text           string // Markdown
	IsRunning      bool   // the reply is still being written
	IsLocked       bool   // the user may not chat with the character
	HasHelp        bool   // the reply names help lines, for a user who may be at risk
	SyntheticVoice core.SyntheticVoice
}

// Replies finds the stored replies to read aloud.
type Replies interface {
	// Reply finds a reply in a conversation of the actor. An empty messageID stands for the
	// conversation's last message. The error is of kind core.NotFound if the message does not exist
	// or is not a reply.
	Reply(ctx context.Context, actor core.Actor, conversationID, messageID string) (Reply, error)
	// Text returns the text so far of a reply that Reply has found. isRunning reports whether
	// the reply is still being written.
	Text(ctx context.Context, conversationID, messageID string) (text string, isRunning bool, err error)
}

// Files keeps recordings as private files:
//   - StoreRecording stores a file. Without a call of KeepRecording the file is deleted later.
//   - KeepRecording keeps a file, in the transaction that stores its name. It returns false if the
//     file does not exist any more.
//   - DropRecordings deletes files after the commit of the transaction.
//   - SignedAddress returns an address of the file. The address is valid until the time in the
//     argument `expires`.
type Files interface {
	StoreRecording(ctx context.Context, userID, extension string, data []byte) (name string, err error)
	KeepRecording(ctx context.Context, tx storage.Querier, name string) (kept bool, err error)
	DropRecordings(ctx context.Context, tx storage.Querier, names []string) error
	SignedAddress(name string, expires time.Time) string
}

// Plans reports whether a user has an active purchase.
type Plans interface {
	IsPaid(ctx context.Context, userID string) (bool, error)
}

// Jobs runs periodic jobs.
type Jobs interface {
	Every(kind string, interval time.Duration, fn func(ctx context.Context) error)
}

// Transcriber turns recordings of speech into text. mediaType is the type of audio, such as
// "audio/webm". It returns the errors of package speech.
type Transcriber interface {
	Transcribe(ctx context.Context, audio []byte, mediaType string) (string, error)
}
