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

// mirrorsPerCall bounds one call to Redis.
const mirrorsPerCall = 64

// readLoop reads new events into the mirrors until ctx ends.
func (l *Logs) readLoop(ctx context.Context) {
	beats := time.NewTicker(beat)
	defer beats.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beats.C:
		case <-l.unread:
		}
		due := l.dueMirrors()
		for len(due) > 0 && ctx.Err() == nil {
			n := min(len(due), mirrorsPerCall)
			if l.readMirrors(ctx, loopTimeout, due[:n]) != nil {
				giveUpSilent(due)
				break
			}
			due = due[n:]
		}
	}
}

// dueMirrors returns the mirrors with news, and those that were not read for a beat.
func (l *Logs) dueMirrors() []*mirror {
	l.mu.Lock()
	mirrors := slices.Collect(maps.Values(l.mirrors))
	l.mu.Unlock()
	return slices.DeleteFunc(mirrors, func(m *mirror) bool { return !m.isDue() })
}

func (m *mirror) isDue() bool {
	hasNews := m.unread.Swap(false)
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.ended && (hasNews || time.Since(m.readAt) >= beat)
}

// giveUpSilent ends the mirrors of which nothing was heard for lostTime.
func giveUpSilent(mirrors []*mirror) {
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
	owners, entries := make([]*redis.IntCmd, len(mirrors)), make([]*redis.XMessageSliceCmd, len(mirrors))
	err := l.client.Do(ctx, timeout, func(ctx context.Context, server redis.UniversalClient) error {
		pipe := server.Pipeline()
		for i, m := range mirrors {
			// The end of a log and the removal of its owner are one step, so a log that has
			// no owner when it is asked for has its end when it is read.
			owners[i] = pipe.Exists(ctx, l.keys.owner(m.key))
			entries[i] = pipe.XRange(ctx, l.keys.stream(m.key), "("+strconv.FormatInt(m.last, 10), "+")
		}
		_, err := pipe.Exec(ctx)
		return err
	})
	if err != nil {
		return err
	}
	for i, m := range mirrors {
		if err := m.add(entries[i].Val(), owners[i].Val() == 1); err != nil {
			m.giveUp()
		}
	}
	return nil
}

// add appends entries of the stream. The caller has locked m.
func (m *mirror) add(entries []redis.XMessage, hasOwner bool) error {
	m.readAt = time.Now()
	for _, e := range entries {
		if err := m.addEntry(e); err != nil {
			return err
		}
	}
	if hasOwner || len(entries) > 0 {
		m.aliveAt = m.readAt
	}
	m.giveUpIfSilent()
	return nil
}

func (m *mirror) addEntry(e redis.XMessage) error {
	number, _, _ := strings.Cut(e.ID, "-")
	seq, err := strconv.ParseInt(number, 10, 64)
	if err != nil || seq != m.last+1 || m.ended {
		return fmt.Errorf("redislog: the entry %s follows the event %d", e.ID, m.last)
	}
	m.last = seq
	for field, value := range e.Values {
		data, _ := value.(string)
		if field == fieldEnd {
			m.ended = true
			return m.writer.Close()
		}
		name := strings.TrimPrefix(field, namedPrefix)
		if field == fieldPlain {
			name = ""
		}
		if _, err := m.writer.Append(name, []byte(data)); err != nil {
			return err
		}
	}
	return nil
}

// giveUpIfSilent ends a mirror whose writer has been silent for lostTime. The caller has
// locked m.
func (m *mirror) giveUpIfSilent() {
	if !m.ended && !m.aliveAt.IsZero() && time.Since(m.aliveAt) >= lostTime {
		m.giveUp()
	}
}

// giveUp ends the mirror without the end of its log. The caller has locked m.
func (m *mirror) giveUp() {
	m.lost.Store(true)
	m.ended = true
	m.writer.Close()
}
