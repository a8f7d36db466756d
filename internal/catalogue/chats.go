package catalogue

import (
	"context"
	"maps"
	"sync"
	"time"
)

// Counting conversations takes the longer the more there are. From manyChats on
// a count is shown rounded, and kept for chatsKept.
const (
	manyChats = 1000
	chatsKept = time.Minute
)

// chatCounts are the counts that are kept, by character_id.
type chatCounts struct {
	mu   sync.Mutex
	kept map[int]keptCount
}

type keptCount struct {
	n     int
	until time.Time
}

// chats counts the conversations with each of some characters. Those without
// any are left out.
func (s *Service) chats(ctx context.Context, characterIDs []int) (map[int]int, error) {
	out := make(map[int]int, len(characterIDs))
	now := s.deps.Clock.Now()
	counted, err := s.store.chats(ctx, s.chatCounts.known(characterIDs, now, out))
	if err != nil {
		return nil, err
	}
	s.chatCounts.keep(counted, now)
	maps.Copy(out, counted)
	return out, nil
}

// known adds to found the counts that are kept, and returns the other ids. An
// old count is missing to the first who asks; the others take it until that one
// has counted anew.
func (c *chatCounts) known(characterIDs []int, now time.Time, found map[int]int) (missing []int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range characterIDs {
		count, ok := c.kept[id]
		if ok && now.Before(count.until) {
			found[id] = count.n
			continue
		}
		missing = append(missing, id)
		if ok {
			c.kept[id] = keptCount{count.n, now.Add(chatsKept)}
		}
	}
	return missing
}

// keep keeps the counts that took long, and no others.
func (c *chatCounts) keep(counted map[int]int, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, n := range counted {
		if n >= manyChats {
			c.kept[id] = keptCount{n, now.Add(chatsKept)}
		} else {
			delete(c.kept, id)
		}
	}
}
