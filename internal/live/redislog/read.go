package redislog

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// mirrorsPerCall is the most mirrors that one call to Redis reads.
const mirrorsPerCall = 64

// readLoop reads new events into the mirrors until ctx ends.
func (l *Logs) readLoop(ctx context.Context) {
	ticker := time.NewTicker(heartbeatInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-l.wakeRead:
		}
		dueMirrors := l.dueMirrors()
		for len(dueMirrors) > 0 && ctx.Err() == nil {
			n := min(len(dueMirrors), mirrorsPerCall)
			if l.readMirrors(ctx, loopCallTimeout, dueMirrors[:n]) != nil {
				giveUpSilentMirrors(dueMirrors)
				break
			}
			dueMirrors = dueMirrors[n:]
		}
	}
}

// dueMirrors returns the mirrors that have not ended and either have unread events or were last
// read a heartbeatInterval ago.
func (l *Logs) dueMirrors() []*mirror {
	l.mu.Lock()
	mirrors := slices.Collect(maps.Values(l.mirrors))
	l.mu.Unlock()
	return slices.DeleteFunc(mirrors, func(m *mirror) bool { return !m.isDue() })
}

func (m *mirror) isDue() bool {
	hasNews := m.hasUnreadEvents.Swap(false)
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.hasEnded && (hasNews || time.Since(m.readAt) >= heartbeatInterval)
}

// giveUpSilentMirrors calls giveUpIfSilent for each mirror.
func giveUpSilentMirrors(mirrors []*mirror) {
	for _, m := range mirrors {
		m.mu.Lock()
		m.giveUpIfSilent()
		m.mu.Unlock()
	}
}

// readMirrors reads new events of some logs in one round trip.
func (l *Logs) readMirrors(ctx context.Context, timeout time.Duration, mirrors []*mirror) error {
	for _, m := range mirrors {
		m.mu.Lock() // no deadlock: only readLoop locks several mirrors, one batch at a time
		defer m.mu.Unlock()
	}
	ownerCounts, entries := make([]*redis.IntCmd, len(mirrors)), make([]*redis.XMessageSliceCmd, len(mirrors))
	err := l.client.Do(ctx, timeout, func(ctx context.Context, server redis.UniversalClient) error {
		pipe := server.Pipeline()
		for i, m := range mirrors {
			// sendScript appends the end of a log and deletes its owner key in one step. So if
			// Exists finds no owner, the XRange after it returns the end.
			ownerCounts[i] = pipe.Exists(ctx, l.keys.ownerKey(m.key))
			entries[i] = pipe.XRange(ctx, l.keys.streamKey(m.key), "("+strconv.FormatInt(m.lastSeq, 10), "+")
		}
		_, err := pipe.Exec(ctx)
		return err
	})
	if err != nil {
		return err
	}
	for i, m := range mirrors {
		if err := m.addEntries(entries[i].Val(), ownerCounts[i].Val() == 1); err != nil {
			m.giveUp()
		}
	}
	return nil
}

// addEntries appends entries of the stream. hasOwner reports whether the owner key of the writer
// exists. The caller has locked m.
func (m *mirror) addEntries(entries []redis.XMessage, hasOwner bool) error {
	m.readAt = time.Now()
	for _, e := range entries {
		if err := m.addEntry(e); err != nil {
			return err
		}
	}
	if hasOwner || len(entries) > 0 {
		m.writerSeenAt = m.readAt
	}
	m.giveUpIfSilent()
	return nil
}

func (m *mirror) addEntry(e redis.XMessage) error {
	seqText, _, _ := strings.Cut(e.ID, "-")
	seq, err := strconv.ParseInt(seqText, 10, 64)
	if err != nil || seq != m.lastSeq+1 || m.hasEnded {
		return fmt.Errorf("redislog: the entry %s follows the event %d", e.ID, m.lastSeq)
	}
	m.lastSeq = seq
	for field, value := range e.Values {
		data, _ := value.(string)
		if field == endField {
			m.hasEnded = true
			return m.writer.Close()
		}
		name := strings.TrimPrefix(field, namedEventFieldPrefix)
		if field == unnamedEventField {
			name = ""
		}
		if _, err := m.writer.Append(name, []byte(data)); err != nil {
			return err
		}
	}
	return nil
}

// giveUpIfSilent gives up a mirror if Redis has had no sign of its writer for lostWriterTimeout. The
// caller has locked m.
func (m *mirror) giveUpIfSilent() {
	if !m.hasEnded && !m.writerSeenAt.IsZero() && time.Since(m.writerSeenAt) >= lostWriterTimeout {
		m.giveUp()
	}
}

// giveUp ends the mirror as lost, so its readers get live.ErrGone. The caller has locked m.
func (m *mirror) giveUp() {
	m.isLost.Store(true)
	m.hasEnded = true
	m.writer.Close()
}
