package llm

import (
	"crypto/sha256"
	"strings"
	"sync"
	"time"
)

// Failover does not retry a prompt that has failed maxPromptFailures times: if the user sends the
// prompt again, Failover makes one call instead of two. The count starts again if promptFailureTTL
// passes between two failures.
const (
	maxPromptFailures = 2
	promptFailureTTL  = 10 * time.Minute
	maxFailedPrompts  = 1024 // number of stored prompts
)

// failedPrompts counts the failures of prompts. The zero value is ready for
// concurrent use.
type failedPrompts struct {
	mu               sync.Mutex
	failuresByPrompt map[promptKey]promptFailures
}

type promptKey [sha256.Size]byte

type promptFailures struct {
	n         int
	expiresAt time.Time
}

// promptKeyOf returns a key of the user's prompt that does not contain its text.
func promptKeyOf(req Request) promptKey {
	lastMessage := ""
	if n := len(req.Messages); n > 0 {
		lastMessage = req.Messages[n-1].Content
	}
	return sha256.Sum256([]byte(req.ConversationID + "\x00" + lastMessage))
}

// userIDOf returns the user id in the id of the conversation, {userId}_{characterId}.
func userIDOf(req Request) string {
	userID, _, _ := strings.Cut(req.ConversationID, "_")
	return userID
}

// add counts a failure of a prompt, unless a prompt cannot cause this kind of failure.
func (f *failedPrompts) add(key promptKey, err *Error) {
	if isFaultOfRequest(err) || isProviderFault(err) || err.Kind == ErrRate {
		return
	}
	now := time.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failuresByPrompt == nil {
		f.failuresByPrompt = map[promptKey]promptFailures{}
	}
	if len(f.failuresByPrompt) >= maxFailedPrompts {
		f.evict(now)
	}
	failures := f.failuresByPrompt[key]
	if now.After(failures.expiresAt) {
		failures.n = 0
	}
	f.failuresByPrompt[key] = promptFailures{failures.n + 1, now.Add(promptFailureTTL)}
}

// evict deletes expired entries, or all entries if too few have expired.
func (f *failedPrompts) evict(now time.Time) {
	for key, failures := range f.failuresByPrompt {
		if now.After(failures.expiresAt) {
			delete(f.failuresByPrompt, key)
		}
	}
	if len(f.failuresByPrompt) >= maxFailedPrompts {
		clear(f.failuresByPrompt)
	}
}

// isExhausted reports whether a prompt has failed too often to be retried.
// Rule replies-next-provider.
func (f *failedPrompts) isExhausted(key promptKey) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	failures := f.failuresByPrompt[key]
	return failures.n >= maxPromptFailures && time.Now().Before(failures.expiresAt)
}

// forget deletes the failures of a prompt that was answered.
func (f *failedPrompts) forget(req Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.failuresByPrompt) > 0 {
		delete(f.failuresByPrompt, promptKeyOf(req))
	}
}
