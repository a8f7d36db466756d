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
	// partTimeout is how long a call waits for a part that is not written yet (rule voice-parts).
	partTimeout = 20 * time.Second
	// A waiting call polls the text. The pause is minPartPause after the text has grown, and
	// doubles up to maxPartPause while the text stays the same.
	minPartPause = 50 * time.Millisecond
	maxPartPause = 400 * time.Millisecond
	// maxMarkdownLength is how many characters of a reply are cut into parts. The rest is not
	// spoken.
	maxMarkdownLength = 8 * speech.MaxTextLength
)

// ReplyPart is the recording of a part of a reply.
type ReplyPart struct {
	MessageID string
	Address   string // signed address of the recording; empty for an index after the last part
	IsLast    bool   // no further part follows
}

// localIDPrefix begins the ids that a client makes up for a reply until it knows the reply's
// real id.
const localIDPrefix = "ai-"

// RecordPart returns the recording of a part of a reply, and makes it if none is stored. Parts
// count from 0. If a running reply does not have the part yet, RecordPart waits up to partTimeout.
// A messageID with localIDPrefix stands for the conversation's last message. Rule voice-parts.
func (s *Service) RecordPart(ctx context.Context, actor core.Actor, conversationID, messageID string, index int) (ReplyPart, error) {
	if strings.HasPrefix(messageID, localIDPrefix) {
		messageID = ""
	}
	r, settings, err := s.replyToRead(ctx, actor, conversationID, messageID)
	if err != nil {
		return ReplyPart{}, err
	}
	groups, err := s.awaitSentenceGroups(ctx, &r, index)
	if err != nil {
		return ReplyPart{}, err
	}
	text := spokenTextOf(r, groups, index)
	if text == "" {
		if index == 0 {
			return ReplyPart{}, errNoWords
		}
		return ReplyPart{MessageID: r.ID, IsLast: true}, nil
	}
	address, err := s.signedRecordingAddress(ctx, actor.UserID, r.ID, fmt.Sprintf("/%d/", index), newSpeechRequest(r, settings, text))
	return ReplyPart{MessageID: r.ID, Address: address, IsLast: !r.IsRunning && index == len(groups)-1}, err
}

// awaitSentenceGroups returns the groups of the reply, once the group at index is final or the reply has
// ended. It updates r.Text and r.IsRunning. After partTimeout it returns errReplyRunning.
func (s *Service) awaitSentenceGroups(ctx context.Context, r *Reply, index int) ([]string, error) {
	lastText, pause := "", minPartPause
	for deadline := time.Now().Add(partTimeout); ; pause = min(2*pause, maxPartPause) {
		if r.Text != lastText || !r.IsRunning {
			lastText, pause = r.Text, minPartPause
			groups := spoken.SentenceGroups(plain.FirstCharacters(r.Text, maxMarkdownLength), !r.IsRunning)
			if index < len(groups) || !r.IsRunning {
				return groups, nil
			}
		}
		if time.Now().After(deadline) {
			return nil, errReplyRunning
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		var err error
		if r.Text, r.IsRunning, err = s.deps.Replies.Text(ctx, r.ConversationID, r.ID); err != nil {
			return nil, err
		}
	}
}

// spokenTextOf returns the spoken text of the group at index. It cuts the text so that all
// groups up to this one together have at most speech.MaxTextLength characters.
func spokenTextOf(r Reply, groups []string, index int) string {
	remainingTextLength, text := speech.MaxTextLength, ""
	for i := 0; i <= index && i < len(groups); i++ {
		remainingTextLength -= utf8.RuneCountInString(text)
		text = plain.FirstCharacters(spoken.Text(groups[i], r.SyntheticVoice.Lang, r.SyntheticVoice.Pronounce), remainingTextLength)
	}
	if index >= len(groups) {
		return ""
	}
	return text
}
