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
	// recordingTimeout is the timeout for making a recording. The lease is longer, so that no call
	// takes over an attempt that may still succeed. Rule voice-errors.
	recordingTimeout = 90 * time.Second
	leaseTime        = recordingTimeout + 30*time.Second // rule voice-once
	// callTimeout is the timeout of an HTTP call that waits for a provider. It is longer than the
	// lease. So a call that waits until the lease ends can still answer with an error.
	callTimeout = leaseTime + 10*time.Second
	// pollInterval is the interval at which a waiting call reads the row of its recording,
	// which another process may make.
	pollInterval = 100 * time.Millisecond
	// addressLifetime is how long a recording can be fetched at its address (rules voice-server,
	// media-signed).
	addressLifetime = 6 * time.Hour
	// maxRecordingsPerUser is how many recordings of one user are made at once (rule voice-errors).
	maxRecordingsPerUser = 2
)

// RecordReply returns the signed address of the recording of a whole reply. If no recording is
// stored, RecordReply makes it, or waits for another call that is making it. Rules voice-server,
// voice-once, voice-errors.
func (s *Service) RecordReply(ctx context.Context, actor core.Actor, conversationID, messageID string) (string, error) {
	if messageID == "" {
		return "", errNoMessage
	}
	r, settings, err := s.replyToRead(ctx, actor, conversationID, messageID)
	if err != nil {
		return "", err
	}
	if r.IsRunning {
		return "", errReplyRunning
	}
	text := spoken.Text(r.Text, r.SyntheticVoice.Lang, r.SyntheticVoice.Pronounce)
	request := newSpeechRequest(r, settings, plain.FirstCharacters(text, speech.MaxTextLength))
	if request.Text == "" {
		return "", errNoWords
	}
	return s.signedRecordingAddress(ctx, actor.UserID, r.ID, wholeReplyKeyInfix, request)
}

// replyToRead returns a reply that may be read to the actor, and the actor's settings. It
// returns errCharacterLocked for a locked character, and errUnavailable without a provider.
func (s *Service) replyToRead(ctx context.Context, actor core.Actor, conversationID, messageID string) (r Reply, settings Settings, err error) {
	r, err = s.deps.Replies.Reply(ctx, actor, conversationID, messageID)
	switch {
	case err != nil:
		return r, settings, err
	case r.IsLocked:
		return r, settings, errCharacterLocked
	case s.deps.Speaker == nil:
		return r, settings, errUnavailable
	}
	settings, err = s.store.readSettings(ctx, actor.UserID)
	return r, settings, err
}

// signedRecordingAddress returns the signed address of a recording. It makes the recording if none
// is stored. keyInfix is the part of the key that tells which part of the message is recorded.
func (s *Service) signedRecordingAddress(ctx context.Context, userID, messageID, keyInfix string, r speech.Request) (string, error) {
	file, err := s.findOrMakeRecording(ctx, userID, messageID, recordingKey(s.deps.Speaker.Name(), keyInfix, r), r)
	if err != nil {
		return "", err
	}
	return s.deps.Files.SignedAddress(file, s.deps.Clock.Now().Add(addressLifetime)), nil
}

// newSpeechRequest returns the request to speak a text of a reply. The voice is the user's choice
// for the character, or else the character's own. The character does not say a reply with help
// lines, so the provider's default voice reads it (rule voice-help-lines).
func newSpeechRequest(r Reply, settings Settings, text string) speech.Request {
	if r.HasHelp {
		return speech.Request{Text: text, Language: r.SyntheticVoice.Lang, Rate: 1, Pitch: 1}
	}
	out := speech.Request{
		Text: text, Voice: r.SyntheticVoice.Voice, Gender: r.SyntheticVoice.Gender,
		Language: r.SyntheticVoice.Lang, Rate: r.SyntheticVoice.Rate, Pitch: r.SyntheticVoice.Pitch,
	}
	if v := settings.chosenVoice(r.CharacterID); v != "" {
		out.Voice, out.Gender = v, genderOfVoice(v)
	}
	return out
}

const (
	// voiceHashLength is the number of characters of the hash with which a key begins.
	voiceHashLength = 2 * sha256.Size
	// wholeReplyKeyInfix stands between the two hashes in the key of a whole reply (see recordingKey).
	// The key of a part has "/" + index of the part + "/" there.
	wholeReplyKeyInfix = "/whole/"
)

// recordingKey returns the key of a recording, which is unique within its message. The key has
// three parts:
//   - a hash of the provider and of the fields of r except r.Text
//   - the argument `keyInfix`
//   - a hash of r.Text
//
// If the fields of speech.Request change, all keys change, and each recording is made again.
func recordingKey(provider, keyInfix string, r speech.Request) string {
	text := r.Text
	r.Text = ""
	b, _ := json.Marshal(r) // strings and numbers cannot fail
	return hexHash(provider+"\n"+string(b)) + keyInfix + hexHash(text)
}

// hexHash returns the SHA-256 of text in hexadecimal digits.
func hexHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// findOrMakeRecording returns the file name of a recording. It makes the recording if none is
// stored.
func (s *Service) findOrMakeRecording(ctx context.Context, userID, messageID, key string, r speech.Request) (string, error) {
	now := s.deps.Clock.Now()
	a := recordingAttempt{
		id: core.NewID(now), messageID: messageID, userID: userID, key: key,
		textLength: int64(utf8.RuneCountInString(r.Text)), attemptID: core.NewID(now), month: monthOf(now),
	}
	row, err := s.store.findRecordingRow(ctx, s.deps.DB.Reader(), messageID, a.key)
	if err != nil {
		return "", err
	}
	if row.file != "" {
		return row.file, nil
	}
	if !row.isRunning(now) {
		allowance, err := s.monthlyTextLengthAllowance(ctx, userID)
		if err != nil {
			return "", err
		}
		if err := s.startRecording(ctx, a, r, allowance, now); err != nil {
			return "", err
		}
	}
	return s.awaitRecording(ctx, messageID, a.key)
}

// startRecording takes the lease of a recording and starts a goroutine that makes it. It does
// nothing if another call has the lease or the recording exists.
func (s *Service) startRecording(ctx context.Context, a recordingAttempt, r speech.Request, allowance int64, now time.Time) error {
	isClaimed := false
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		isClaimed, err = s.store.claimLease(ctx, tx, &a, allowance, now, now.Add(leaseTime))
		return err
	})
	if storage.IsForeignKeyViolation(err) {
		return errNoMessage
	}
	if err != nil || !isClaimed {
		return err
	}
	makeCtx := context.WithoutCancel(ctx)
	s.recordingTasks.Go(makeCtx, s.deps.Log, "recording", func() { s.makeRecording(makeCtx, a, r) })
	return nil
}

// makeRecording makes a recording and stores it, or stores why that failed.
func (s *Service) makeRecording(ctx context.Context, a recordingAttempt, r speech.Request) {
	err := s.speakAndStore(ctx, a, r)
	if err == nil {
		return
	}
	s.deps.Log.WarnContext(ctx, "a recording failed", "provider", s.deps.Speaker.Name(), "characters", a.textLength, "error", err.Error())
	reason, now := failureReason(err), s.deps.Clock.Now()
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.storeFailure(ctx, tx, a, reason, now) })
	if err != nil {
		s.deps.Log.ErrorContext(ctx, "the failure of a recording could not be stored", "error", err.Error())
	}
}

// speakAndStore lets the provider speak and stores the file. It deletes the file if the attempt was
// deleted or taken over meanwhile. Rule voice-forgotten.
func (s *Service) speakAndStore(ctx context.Context, a recordingAttempt, r speech.Request) error {
	makeCtx, cancel := context.WithTimeout(ctx, recordingTimeout)
	defer cancel()
	rec, err := s.speakInTurn(makeCtx, r)
	if err != nil {
		return err
	}
	name, err := s.deps.Files.StoreRecording(makeCtx, a.userID, "."+string(rec.Format), rec.Data)
	if err != nil {
		return err
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		isStored, err := s.store.storeFile(ctx, tx, a, name)
		if err != nil {
			return err
		}
		if isStored {
			isStored, err = s.deps.Files.KeepRecording(ctx, tx, name)
		}
		if err == nil && !isStored {
			// The message or the account was deleted meanwhile, or another attempt took over.
			return s.deps.Files.DropRecordings(ctx, tx, []string{name})
		}
		return err
	})
}

// speakInTurn waits until this process makes fewer than maxRecordingsAtOnce recordings, and then lets
// the provider speak.
func (s *Service) speakInTurn(ctx context.Context, r speech.Request) (speech.Recording, error) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
		return s.speakRecoveringPanics(ctx, r)
	case <-ctx.Done():
		return speech.Recording{}, fmt.Errorf("%w: no free slot in time", speech.ErrBusy)
	}
}

// speakRecoveringPanics lets the provider speak. It returns a panic of the provider as an error. So the
// failure is stored at once, and callers do not wait until the lease ends.
func (s *Service) speakRecoveringPanics(ctx context.Context, r speech.Request) (rec speech.Recording, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: panic: %s\n%s", speech.ErrProviderFailed, obs.PanicText(v), debug.Stack())
		}
	}()
	return s.deps.Speaker.Speak(ctx, r)
}

// awaitRecording waits until a recording is made and returns its file name. It returns an error
// if the attempt failed, its message was deleted, or its lease ended.
func (s *Service) awaitRecording(ctx context.Context, messageID, key string) (string, error) {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for deadline := time.Now().Add(leaseTime); time.Now().Before(deadline); {
		row, err := s.store.findRecordingRow(ctx, s.deps.DB.Reader(), messageID, key)
		switch {
		case err != nil:
			return "", err
		case row.file != "":
			return row.file, nil
		case row.id == "":
			return "", errNoMessage // the message was deleted
		case row.failure != "":
			return "", errorForFailureReason(row.failure)
		case !row.isRunning(s.deps.Clock.Now()):
			return "", errRecordingFailed // the process of the attempt died; the next call makes the recording
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return "", errRecordingFailed
}
