package voice

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/core/plain"
	"colloquy/internal/voice/speech"
	"colloquy/internal/voice/spoken"
)

const (
	// partTimeout is how long a call waits for a part that is not written yet.
	partTimeout = 20 * time.Second
	// partInterval is how often it reads the text meanwhile.
	partInterval = 200 * time.Millisecond
	// maxMarkdown is the most characters of a reply that are cut into parts.
	maxMarkdown = 8 * speech.MaxCharacters
)

// Part is a part of a reply. Address is empty after the last words. IsLast is false while
// further words follow or may follow.
type Part struct {
	MessageID string
	Address   string
	IsLast    bool
}

// localPrefix begins the id of a reply whose id the client does not know yet.
const localPrefix = "ai-"

// Part returns the recording of a part of a reply, counted from 0, also while the reply is
// written. A local id stands for the last reply of the conversation. It waits a while for one that is not written yet. Rule voice-parts.
func (s *Service) Part(ctx context.Context, actor core.Actor, conversationID, messageID string, index int) (Part, error) {
	if strings.HasPrefix(messageID, localPrefix) {
		messageID = ""
	}
	r, chosen, err := s.readable(ctx, actor, conversationID, messageID)
	if err != nil {
		return Part{}, err
	}
	groups, err := s.writtenGroups(ctx, &r, index)
	if err != nil {
		return Part{}, err
	}
	text := textOf(r, groups, index)
	if text == "" {
		if index == 0 {
			return Part{}, errNoWords
		}
		return Part{MessageID: r.ID, IsLast: true}, nil
	}
	address, err := s.address(ctx, actor.UserID, r.ID, fmt.Sprintf("/%d/", index), requestOf(r, chosen, text))
	return Part{MessageID: r.ID, Address: address, IsLast: !r.IsRunning && index == len(groups)-1}, err
}

// writtenGroups returns the groups of a reply as soon as the one with the index is final or
// the reply has ended. It updates r.
func (s *Service) writtenGroups(ctx context.Context, r *Reply, index int) ([]string, error) {
	ticker := time.NewTicker(partInterval)
	defer ticker.Stop()
	read := ""
	for end := time.Now().Add(partTimeout); ; {
		if r.Text != read || !r.IsRunning {
			read = r.Text
			groups := spoken.Groups(plain.First(r.Text, maxMarkdown), !r.IsRunning)
			if index < len(groups) || !r.IsRunning {
				return groups, nil
			}
		}
		if time.Now().After(end) {
			return nil, errRunning
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		var err error
		if r.Text, r.IsRunning, err = s.deps.Replies.Text(ctx, r.ConversationID, r.ID); err != nil {
			return nil, err
		}
	}
}

// textOf returns what is said of a group: with all groups before it at most
// speech.MaxCharacters.
func textOf(r Reply, groups []string, index int) string {
	left, text := speech.MaxCharacters, ""
	for i := 0; i <= index && i < len(groups); i++ {
		left -= utf8.RuneCountInString(text)
		text = plain.First(spoken.Text(groups[i], r.Speech.Lang, r.Speech.Pronounce), left)
	}
	if index >= len(groups) {
		return ""
	}
	return text
}
