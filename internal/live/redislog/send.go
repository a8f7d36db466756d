package redislog

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"colloquy/internal/live"
)

const (
	// sendInterval is the shortest time between two sends. Events that arrive in between are
	// sent together.
	sendInterval   = 25 * time.Millisecond
	writersPerCall = 64        // largest number of writers in one call to Redis
	eventsPerSend  = 512       // largest number of events of a writer in one call
	bytesPerSend   = 256 << 10 // most bytes of events of a writer in one call, unless one event is larger
)

// sendLoop sends events until ctx ends.
func (l *Logs) sendLoop(ctx context.Context) {
	ticker := time.NewTicker(heartbeatInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-l.wakeSend:
		}
		switch hasMore, err := l.send(ctx); {
		case err != nil:
			pause(ctx, heartbeatInterval) // back off after an error
		case hasMore:
			signal(l.wakeSend)
		default:
			pause(ctx, sendInterval)
		}
	}
}

// Flush sends all events that Redis lacks. Call it before the end of the process.
func (l *Logs) Flush(ctx context.Context) error {
	for {
		hasMore, err := l.send(ctx)
		if !hasMore || err != nil {
			return err
		}
	}
}

// send sends the next events of every writer. hasMore is true if a writer has further ones.
func (l *Logs) send(ctx context.Context) (hasMore bool, err error) {
	l.sendMu.Lock()
	defer l.sendMu.Unlock()
	l.mu.Lock()
	writers := slices.Collect(maps.Values(l.writers))
	l.mu.Unlock()
	var batches []batch
	for _, w := range writers {
		b, isDue, err := l.nextBatch(ctx, w)
		if err != nil {
			return false, err
		}
		if isDue {
			batches = append(batches, b)
		}
	}
	for part := range slices.Chunk(batches, writersPerCall) {
		partHasMore, err := l.sendBatches(ctx, part)
		if err != nil {
			return false, err
		}
		hasMore = hasMore || partHasMore
	}
	return hasMore, nil
}

// batch has the events of a writer that one call of sendScript sends.
type batch struct {
	writer   *writer
	firstSeq int64 // Seq of the first event
	hasEnd   bool  // contains the end of the log
	hasMore  bool  // the writer has events after this batch
	args     []any // field name and data of each event
	answer   *redis.Cmd
}

// nextBatch returns the events that Redis lacks. isDue is true if there are events or the owner key
// is older than heartbeatInterval. nextBatch forgets a writer that was closed longer than closedLogRetention
// ago, because its log cannot be opened any more.
func (l *Logs) nextBatch(ctx context.Context, w *writer) (b batch, isDue bool, err error) {
	if closed := w.closedAt.Load(); closed != nil && time.Since(*closed) > l.closedLogRetention {
		l.forget(w)
		return batch{}, false, nil
	}
	events, ended, err := w.events.Next(ctx, w.sentSeq, 0)
	if err != nil {
		return batch{}, false, err
	}
	b = batch{writer: w, firstSeq: w.sentSeq + 1}
	size := 0
	for i, e := range events {
		if size += len(e.Data); i == eventsPerSend || i > 0 && size > bytesPerSend {
			b.hasMore = true
			break
		}
		fieldName := unnamedEventField
		if e.Name != "" {
			fieldName = namedEventFieldPrefix + e.Name
		}
		b.args = append(b.args, fieldName, slices.Clone(e.Data))
	}
	if b.hasEnd = ended && !b.hasMore; b.hasEnd {
		b.args = append(b.args, endField, "")
	}
	return b, len(b.args) > 0 || time.Since(w.renewedAt) >= heartbeatInterval, nil
}

// sendBatches sends batches of several writers in one round trip.
func (l *Logs) sendBatches(ctx context.Context, batches []batch) (hasMore bool, err error) {
	err = l.client.Do(ctx, loopCallTimeout, func(ctx context.Context, server redis.UniversalClient) error {
		pipe := server.Pipeline()
		for i := range batches {
			batches[i].answer = l.queueSend(ctx, pipe, batches[i])
		}
		_, err := pipe.Exec(ctx)
		if redis.HasErrorPrefix(err, "NOSCRIPT") {
			hasMore = true
			return sendScript.Load(ctx, server).Err()
		}
		return err
	})
	if err != nil || hasMore {
		return hasMore, err
	}
	for _, b := range batches {
		behind, err := l.recordSentEvents(ctx, b)
		if err != nil {
			return false, err
		}
		hasMore = hasMore || behind
	}
	return hasMore, nil
}

func (l *Logs) queueSend(ctx context.Context, pipe redis.Pipeliner, b batch) *redis.Cmd {
	key, endFlag := b.writer.key, 0
	if b.hasEnd {
		endFlag = 1
	}
	redisKeys := []string{l.keys.streamKey(key), l.keys.ownerKey(key), l.keys.stopKey(key), l.keys.dropMarkerKey(key)}
	args := []any{l.processToken, ownerTTL.Milliseconds(), l.closedLogRetention.Milliseconds(), b.firstSeq, endFlag, l.keys.newsChannel(key)}
	return sendScript.EvalSha(ctx, pipe, redisKeys, append(args, b.args...)...)
}

// recordSentEvents handles the answer of sendScript to a batch. It records which events Redis has and
// passes on a requested stop. hasMore reports whether the writer has further events to send.
func (l *Logs) recordSentEvents(ctx context.Context, b batch) (hasMore bool, err error) {
	result, lastSeq, seenText, err := readAnswer(b.answer)
	if err != nil {
		return false, err
	}
	w := b.writer
	w.renewedAt = time.Now()
	switch result {
	case resultOtherWriter:
		l.forget(w)
		return false, nil
	case resultMissingEvents:
		w.sentSeq = lastSeq
		return true, nil
	}
	w.sentSeq = max(w.sentSeq, b.firstSeq-1+int64(len(b.args)/2))
	if seenText != "" {
		l.handleControl(ctx, strings.Join([]string{controlStopLog, seenText, w.key}, " "))
	}
	if b.hasEnd {
		l.forget(w)
	}
	return b.hasMore, nil
}

// readAnswer reads what sendScript returned.
func readAnswer(answer *redis.Cmd) (result string, lastSeq int64, seenText string, err error) {
	list, err := answer.Slice()
	if err != nil {
		return "", 0, "", err
	}
	if len(list) != 3 {
		return "", 0, "", fmt.Errorf("redislog: the script returned %d values", len(list))
	}
	result, _ = list[0].(string)
	lastSeq, _ = list[1].(int64)
	seenText, _ = list[2].(string)
	return result, lastSeq, seenText, nil
}

var _ live.Writer = (*writer)(nil)
