package writing

import (
	"context"
	"errors"
	"maps"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
)

// Intervals and ages for suggestions that were lost. New suggestions are in memory until the next
// checkpoint stores them. If the process crashes before the checkpoint, RemakeSuggestions makes
// them again.
const (
	suggestionRemakeInterval = 30 * time.Second
	// minSuggestionRemakeAge is how long after the end of a reply RemakeSuggestions waits before it makes
	// missing suggestions. Making and storing suggestions normally takes less time.
	minSuggestionRemakeAge = 30 * time.Second
	// maxSuggestionRemakeAge is the age of the oldest reply whose suggestions are made again. The first
	// search after a start uses maxSuggestionRemakeAgeAtStart.
	maxSuggestionRemakeAge        = 10 * time.Minute
	maxSuggestionRemakeAgeAtStart = 24 * time.Hour
)

// keepSuggestions stores suggestions in memory until the next checkpoint.
func (w *ReplyRunner) keepSuggestions(replyID string, suggestions madeSuggestions) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.suggestionsByID[replyID] = suggestions
}

// AddUnsavedSuggestions sets, in a list of messages, the suggestions that no checkpoint has
// stored yet.
func (w *ReplyRunner) AddUnsavedSuggestions(list []message.Message) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range list {
		if suggestions, ok := w.suggestionsByID[list[i].ID]; ok {
			list[i].Suggestions = suggestions.texts
		}
	}
}

// storeSuggestions stores suggestions by message id, and charges for them.
func (w *ReplyRunner) storeSuggestions(ctx context.Context, tx storage.Querier, unsavedSuggestions map[string]madeSuggestions) error {
	var charges []spend.Charge
	for id, suggestions := range unsavedSuggestions {
		if err := message.SaveSuggestions(ctx, tx, id, suggestions.texts); err != nil {
			return err
		}
		charges = append(charges, suggestions.charge)
	}
	return w.deps.Budget.Charge(ctx, tx, charges...)
}

// unsavedSuggestions returns a copy of the unsaved suggestions.
func (w *ReplyRunner) unsavedSuggestions() map[string]madeSuggestions {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.suggestionsByID)
}

// forgetSavedSuggestions removes stored suggestions from the unsaved ones.
func (w *ReplyRunner) forgetSavedSuggestions(saved map[string]madeSuggestions) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id := range saved {
		delete(w.suggestionsByID, id)
	}
}

// RemakeSuggestions makes the suggestions that a crashed process did not store. It considers
// replies without suggestions that ended at least minSuggestionRemakeAge ago. It ignores replies that began
// longer ago than the duration `age`.
func (w *ReplyRunner) RemakeSuggestions(ctx context.Context, age time.Duration) error {
	now := w.deps.Clock.Now()
	list, err := message.RepliesWithoutSuggestions(ctx, w.deps.DB.Reader(), core.NewID(now.Add(-age)), core.Millis(now.Add(-minSuggestionRemakeAge)))
	if err != nil {
		return err
	}
	unsavedSuggestions := w.unsavedSuggestions()
	var joinedErr error
	for _, m := range list {
		if _, ok := unsavedSuggestions[m.ID]; !ok {
			joinedErr = errors.Join(joinedErr, w.remakeSuggestionsOf(ctx, m)) // go on with the others
		}
	}
	return joinedErr
}

// remakeSuggestionsOf makes the suggestions of one reply if this process claims the row.
func (w *ReplyRunner) remakeSuggestionsOf(ctx context.Context, m message.Message) error {
	isClaimed := false
	err := w.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		now := w.deps.Clock.Now()
		isClaimed, err = message.ClaimSuggestions(ctx, tx, m.ID, core.Millis(now.Add(-minSuggestionRemakeAge)), core.Millis(now))
		return err
	})
	if err != nil || !isClaimed {
		return err
	}
	history, err := readHistory(ctx, w.deps.DB.Reader(), m.ConversationID, m.Seq)
	if err != nil {
		return err
	}
	userID, persona, err := w.deps.Personas.PersonaOf(ctx, m.ConversationID)
	if err != nil {
		return message.IgnoreNotFound(err) // the conversation was deleted
	}
	// Reserve with a zero Cost reserves nothing. Its Reservation is needed to charge the cost of
	// the suggestions to the user's accounts.
	var reservation spend.Reservation
	err = w.deps.DB.Write(ctx, func(tx storage.Querier) error {
		reservation, err = w.deps.Budget.Reserve(ctx, tx, userID, spend.Cost{})
		return err
	})
	if err != nil {
		return err
	}
	w.keepSuggestions(m.ID, w.suggestionsFor(ctx, message.TurnOf(m), persona, history, reservation))
	return nil
}
