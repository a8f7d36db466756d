package llm

import (
	"crypto/sha256"
	"strings"
	"sync"
	"time"
)

// A prompt that failed failsAtMost times gets no second tries for as long as
// failsKept: whoever sends it again costs the provider one call, not two.
const (
	failsAtMost = 2
	failsKept   = 10 * time.Minute
	failsInMind = 1024 // prompts
)

// failedPrompts counts the failures of prompts. The zero value is ready for
// use, also by several goroutines.
type failedPrompts struct {
	mu    sync.Mutex
	known map[promptKey]promptFails
}

type promptKey [sha256.Size]byte

type promptFails struct {
	n     int
	until time.Time
}

// promptOf names what a user asks, without keeping it.
func promptOf(req Request) promptKey {
	last := ""
	if n := len(req.Messages); n > 0 {
		last = req.Messages[n-1].Content
	}
	return sha256.Sum256([]byte(req.Chat + "\x00" + last))
}

// userOf is the user's part of a conversation's id, {userId}_{characterId}.
func userOf(req Request) string {
	user, _, _ := strings.Cut(req.Chat, "_")
	return user
}

// add counts a failure that the prompt may have caused.
func (f *failedPrompts) add(key promptKey, err *Error) {
	if final(err) || unreachable(err) || err.Kind == ErrRate {
		return
	}
	now := time.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.known == nil {
		f.known = map[promptKey]promptFails{}
	}
	if len(f.known) >= failsInMind {
		f.makeRoom(now)
	}
	fails := f.known[key]
	if now.After(fails.until) {
		fails.n = 0
	}
	f.known[key] = promptFails{fails.n + 1, now.Add(failsKept)}
}

// makeRoom forgets what has expired, or everything when nothing has.
func (f *failedPrompts) makeRoom(now time.Time) {
	for key, fails := range f.known {
		if now.After(fails.until) {
			delete(f.known, key)
		}
	}
	if len(f.known) >= failsInMind {
		clear(f.known)
	}
}

// hopeless reports whether a prompt has failed too often for a second try.
func (f *failedPrompts) hopeless(key promptKey) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	fails := f.known[key]
	return fails.n >= failsAtMost && time.Now().Before(fails.until)
}

// forget drops the failures of a prompt that has been answered.
func (f *failedPrompts) forget(req Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.known) > 0 {
		delete(f.known, promptOf(req))
	}
}
