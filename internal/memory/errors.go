package memory

import (
	"errors"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
)

// Errors of the service, with the texts of rules memory-limits, memory-add ('This is remembered
// already.'), memory-rights and memory-card.
var (
	errNotFound         = core.E(core.NotFound, "memory_not_found", "This memory does not exist.")
	errNoTalk           = core.E(core.NotFound, "conversation_not_found", "This conversation does not exist.")
	errAlreadyKnown     = core.E(core.Conflict, "memory_known", "This is remembered already.")
	errTooManyMemories  = core.E(core.Conflict, "memory_full", "500 things are remembered here. Delete one to add another.")
	errTooManyAddsToday = core.E(core.Limited, "rate_limited", "That is a lot to remember for one day. Please try again tomorrow.")
	errTextLength       = core.InvalidFieldsError("text", "Write 1 to 300 characters.")
	errNameLength       = core.InvalidFieldsError("name", "A name has at most 50 characters.")
	errAboutLength      = core.InvalidFieldsError("about", "The card has at most 600 characters.")
)

// errStaleProgress means that the progress of a talk has changed since the caller read it.
// runNoteJob then reads the talk again.
var errStaleProgress = errors.New("memory: the talk has changed")

const addsPerDay = 200 // rule memory-limits

func dailyAddLimit(userID string) limits.Limit {
	return limits.Limit{Key: "memory " + userID, N: addsPerDay, Period: 24 * time.Hour}
}

func limitError(err error) error {
	if wait, full := limits.WaitOfFullError(err); full {
		return errTooManyAddsToday.WithRetryAfter(wait)
	}
	return err
}
