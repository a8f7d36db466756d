package voice

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"time"
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/core/plain"
	"colloquy/internal/obs"
	"colloquy/internal/storage"
	"colloquy/internal/voice/speech"
	"colloquy/internal/voice/spoken"
)

const (
	// makeTimeout bounds the making of a recording. The lease lasts a little longer, so that
	// nobody takes over an attempt that may still succeed.
	makeTimeout = 90 * time.Second
	leaseTime   = makeTimeout + 30*time.Second
	// callTimeout bounds a call that waits for a provider. It is longer than the lease, so
	// that the call can say what happened.
	callTimeout = leaseTime + 10*time.Second
	// pollInterval is how often a call looks whether its recording is made, here or in
	// another process.
	pollInterval = 100 * time.Millisecond
	// addressLifetime is how long a recording can be fetched at its address.
	addressLifetime = 6 * time.Hour
	// maxMakingPerUser is how many recordings of one user are made at once.
	maxMakingPerUser = 2
)

// Speech returns the address of the recording of a reply. It makes the recording if there
// is none, and waits for one that is being made. Rules voice-server, voice-once,
// voice-errors.
func (s *Service) Speech(ctx context.Context, actor core.Actor, conversationID, messageID string) (string, error) {
	if messageID == "" {
		return "", errNoMessage
	}
	r, chosen, err := s.readable(ctx, actor, conversationID, messageID)
	if err != nil {
		return "", err
	}
	if r.IsRunning {
		return "", errRunning
	}
	text := spoken.Text(r.Text, r.Speech.Lang, r.Speech.Pronounce)
	request := requestOf(r, chosen, plain.First(text, speech.MaxCharacters))
	if request.Text == "" {
		return "", errNoWords
	}
	return s.address(ctx, actor.UserID, r.ID, wholeMark, request)
}

// readable returns a reply that may be read to the actor, and the actor's settings.
func (s *Service) readable(ctx context.Context, actor core.Actor, conversationID, messageID string) (r Reply, chosen Settings, err error) {
	r, err = s.deps.Replies.Reply(ctx, actor, conversationID, messageID)
	switch {
	case err != nil:
		return r, chosen, err
	case r.IsLocked:
		return r, chosen, errLocked
	case s.deps.Speaker == nil:
		return r, chosen, errUnavailable
	}
	chosen, err = s.store.settings(ctx, actor.UserID)
	return r, chosen, err
}

// address returns the signed address of a recording, made now or before.
func (s *Service) address(ctx context.Context, userID, messageID, mark string, r speech.Request) (string, error) {
	file, err := s.recording(ctx, userID, messageID, keyOf(s.deps.Speaker.Name(), mark, r), r)
	if err != nil {
		return "", err
	}
	return s.deps.Files.SignedAddress(file, s.deps.Clock.Now().Add(addressLifetime)), nil
}

// requestOf returns what a provider speaks: words of the reply in the character's voice or
// the one that the user has chosen for the character. A reply with help lines is read in
// the provider's own voice: the character has left the role (rule voice-help-lines).
func requestOf(r Reply, chosen Settings, text string) speech.Request {
	if r.HasHelp {
		return speech.Request{Text: text, Language: r.Speech.Lang, Rate: 1, Pitch: 1}
	}
	out := speech.Request{
		Text: text, Voice: r.Speech.Voice, Gender: r.Speech.Gender,
		Language: r.Speech.Lang, Rate: r.Speech.Rate, Pitch: r.Speech.Pitch,
	}
	if v := chosen.voiceOf(r.CharacterID); v != "" {
		out.Voice, out.Gender = v, genderOf(v)
	}
	return out
}

const (
	// voiceLength is the length of a hash, with which keys of recordings begin.
	voiceLength = 2 * sha256.Size
	// wholeMark follows it in the key of the recording of a whole reply.
	wholeMark = "/whole/"
)

// keyOf identifies a recording of a message: the voice, which part of the message, and the
// words.
func keyOf(provider, mark string, r speech.Request) string {
	text := r.Text
	r.Text = ""
	b, _ := json.Marshal(r) // strings and numbers cannot fail
	return hashOf(provider+"\n"+string(b)) + mark + hashOf(text)
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// recording returns the file of a recording, made now or before.
func (s *Service) recording(ctx context.Context, userID, messageID, key string, r speech.Request) (string, error) {
	now := s.deps.Clock.Now()
	a := attempt{
		id: core.NewID(now), messageID: messageID, userID: userID, key: key,
		characters: int64(utf8.RuneCountInString(r.Text)), owner: core.NewID(now), month: monthOf(now),
	}
	row, err := s.store.find(ctx, s.deps.DB.Reader(), messageID, a.key)
	if err != nil {
		return "", err
	}
	if row.file != "" {
		return row.file, nil
	}
	if !row.isRunning(now) {
		allowance, err := s.allowance(ctx, userID)
		if err != nil {
			return "", err
		}
		if err := s.start(ctx, a, r, allowance, now); err != nil {
			return "", err
		}
	}
	return s.wait(ctx, messageID, a.key)
}

// start takes the lease of a recording and begins to make it. It does nothing if another
// call has the lease.
func (s *Service) start(ctx context.Context, a attempt, r speech.Request, allowance int64, now time.Time) error {
	isOwn := false
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		isOwn, err = s.store.claim(ctx, tx, &a, allowance, now, now.Add(leaseTime))
		return err
	})
	if storage.IsForeignKey(err) {
		return errNoMessage
	}
	if err != nil || !isOwn {
		return err
	}
	making := context.WithoutCancel(ctx)
	s.making.Go(making, s.deps.Log, "recording", func() { s.make(making, a, r) })
	return nil
}

// make lets the provider speak, and stores the recording or the failure.
func (s *Service) make(ctx context.Context, a attempt, r speech.Request) {
	err := s.speak(ctx, a, r)
	if err == nil {
		return
	}
	s.deps.Log.WarnContext(ctx, "a recording failed", "provider", s.deps.Speaker.Name(), "characters", a.characters, "error", err.Error())
	reason, now := reasonOf(err), s.deps.Clock.Now()
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.fail(ctx, tx, a, reason, now) })
	if err != nil {
		s.deps.Log.ErrorContext(ctx, "the failure of a recording could not be stored", "error", err.Error())
	}
}

func (s *Service) speak(ctx context.Context, a attempt, r speech.Request) error {
	limited, cancel := context.WithTimeout(ctx, makeTimeout)
	defer cancel()
	rec, err := s.speakInTurn(limited, r)
	if err != nil {
		return err
	}
	name, err := s.deps.Files.StoreRecording(limited, a.userID, "."+string(rec.Format), rec.Data)
	if err != nil {
		return err
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		finished, err := s.store.finish(ctx, tx, a, name)
		if err != nil {
			return err
		}
		if finished {
			finished, err = s.deps.Files.KeepRecording(ctx, tx, name)
		}
		if err == nil && !finished {
			// The message, or the account, was deleted meanwhile.
			return s.deps.Files.DropRecordings(ctx, tx, []string{name})
		}
		return err
	})
}

// speakInTurn lets the provider speak as soon as fewer than maxRecordings are being made.
func (s *Service) speakInTurn(ctx context.Context, r speech.Request) (speech.Recording, error) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
		return s.speakSafely(ctx, r)
	case <-ctx.Done():
		return speech.Recording{}, fmt.Errorf("%w: no free slot in time", speech.ErrBusy)
	}
}

// speakSafely lets the provider speak. A panic is a failure like any other, so that callers
// do not wait until the lease ends.
func (s *Service) speakSafely(ctx context.Context, r speech.Request) (rec speech.Recording, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: panic: %s\n%s", speech.ErrBroken, obs.PanicText(v), debug.Stack())
		}
	}()
	return s.deps.Speaker.Speak(ctx, r)
}

// wait returns the file of a recording as soon as it is made.
func (s *Service) wait(ctx context.Context, messageID, key string) (string, error) {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for end := time.Now().Add(leaseTime); time.Now().Before(end); {
		row, err := s.store.find(ctx, s.deps.DB.Reader(), messageID, key)
		switch {
		case err != nil:
			return "", err
		case row.file != "":
			return row.file, nil
		case row.id == "":
			return "", errNoMessage // the message was deleted
		case row.failure != "":
			return "", failureError(row.failure)
		case !row.isRunning(s.deps.Clock.Now()):
			return "", errBroken // its process died; the next call takes over
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return "", errBroken
}
