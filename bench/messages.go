package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/storage"
)

// phaseMessages is the value of the flag -only for the search in messages.
const phaseMessages = "messages"

const (
	usualMessageCount = 1_000_000 // messages of the signed-in user; all other users together have as many
	quickMessageCount = 50_000    // with -quick
	manyTalks         = 1_000     // of the signed-in user
	otherUsers        = 1_000
	longTalkEvery     = 10    // every tenth message is in the first talk, so that it is the longest
	maxSearchMillis   = 100   // largest p99 of a search
	indexBatchSize    = 2_000 // messages that one step indexes
)

// messageSearches are the measured calls. SESSION stands for the id of the longest talk.
var messageSearches = []struct{ name, path string }{
	{"a rare word", "/messages/search?q=xylograph"},
	{"a word of every message", "/messages/search?q=the"},
	{"a word of one in 3", "/messages/search?q=garden"},
	{"a word of one in 100", "/messages/search?q=lantern"},
	{"a word of the oldest third alone", "/messages/search?q=bygone"},
	{"two words", "/messages/search?q=garden+lantern"},
	{"two words, one rare", "/messages/search?q=the+xylograph"},
	{"a beginning of words", "/messages/search?q=lan"},
	{"one letter", "/messages/search?q=g"},
	{"a phrase in Japanese", "/messages/search?q=%E6%9D%B1%E4%BA%AC%E3%81%AE%E5%BA%AD"},
	{"one Japanese character", "/messages/search?q=%E5%BA%AD"},
	{"no hit", "/messages/search?q=xqzjdwvk"},
	{"a talk, a rare word", "/messages/SESSION/search?q=xylograph"},
	{"a talk, a word of every message", "/messages/SESSION/search?q=the"},
	{"a talk, no hit", "/messages/SESSION/search?q=xqzjdwvk"},
}

// measureMessageSearch measures the search in messages on SQLite and PostgreSQL.
func measureMessageSearch(ctx context.Context, o options, out io.Writer) error {
	messageCount, requestCount := usualMessageCount, requestsPerCall
	if o.isQuick {
		messageCount, requestCount = quickMessageCount, quickRequestsPerCall
	}
	return onBothEngines(ctx, "Search in messages", out, func(s *inProcessServer) error {
		return s.measureSearches(ctx, messageCount, requestCount, out)
	})
}

// measureSearches stores and indexes messages, and prints the durations of the searches.
// messageCount is the number of messages of the signed-in user. All other users together have as
// many messages.
func (s *inProcessServer) measureSearches(ctx context.Context, messageCount, requestCount int, out io.Writer) error {
	filler := messageFiller{s: s, messageCount: messageCount, random: rand.New(rand.NewPCG(1, 2))}
	if err := filler.insertMessages(ctx, s.userID, manyTalks, messageCount); err != nil {
		return err
	}
	for i := range otherUsers {
		if err := filler.insertMessages(ctx, fmt.Sprintf("other-%d", i), 1, messageCount/otherUsers); err != nil {
			return err
		}
	}
	start := time.Now()
	if err := filler.indexWords(ctx); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nSearch in messages, %s, %d of one user and as many of %d others, %.0f us to index one\n%-36s%10s%10s   %s\n",
		s.app.DB().Engine(), messageCount, otherUsers, float64(time.Since(start).Microseconds())/float64(2*messageCount), "", "p50, ms", "p99, ms", "aim")
	for _, c := range messageSearches {
		path := strings.ReplaceAll(c.path, "SESSION", fmt.Sprintf("%s_%d", s.userID, s.personas[0].CharacterID))
		if err := s.measureCall(ctx, c.name, path, maxSearchMillis, requestCount, out); err != nil {
			return err
		}
	}
	return nil
}

// messageFiller inserts messages and then adds them to the search index with
// message.AddSearchWords. The server adds messages of older versions to the index in the same way.
type messageFiller struct {
	s                 *inProcessServer
	messageCount      int // of the signed-in user
	random            *rand.Rand
	addedMessageCount int // messages so far
}

// insertMessages inserts conversations of a user and their messages. talks is the number of
// conversations, and messageCount is the number of messages.
func (f *messageFiller) insertMessages(ctx context.Context, userID string, talks, messageCount int) error {
	id := func(talk int) string { return fmt.Sprintf("%s_%d", userID, f.s.personas[talk].CharacterID) }
	return f.s.app.DB().Write(ctx, func(tx storage.Querier) error {
		for talk := range talks {
			if _, err := tx.ExecContext(ctx, `INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ($1, $2, $3, 0, 0)`,
				id(talk), userID, f.s.personas[talk].CharacterID); err != nil {
				return err
			}
		}
		seqs := make([]int, talks)
		for i := range messageCount {
			talkIndex := 0
			if i%longTalkEvery != 0 {
				talkIndex = f.random.IntN(talks)
			}
			seqs[talkIndex]++
			f.addedMessageCount++
			_, err := tx.ExecContext(ctx, `INSERT INTO messages (id, conversation_id, seq, is_user, content, status, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, 'complete', $6, $6)`,
				fmt.Sprintf("m%09d", f.addedMessageCount), id(talkIndex), seqs[talkIndex], i%2 == 0, f.messageText(i, messageCount), 1_700_000_000_000+int64(i)*977)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// messageText returns the text of message i of a user. messageCount is the number of the user's
// messages.
func (f *messageFiller) messageText(i, messageCount int) string {
	const syllables = "ba be bi bo bu da de di do du fa fe fi fo ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi vo"
	syllableList := strings.Fields(syllables)
	out := []string{"The"}
	for range 14 {
		n := int(float64(len(syllableList)*len(syllableList)*20) * f.random.Float64() * f.random.Float64() * f.random.Float64())
		out = append(out, syllableList[n%len(syllableList)]+syllableList[n/len(syllableList)%len(syllableList)]+syllableList[n/len(syllableList)/len(syllableList)%len(syllableList)])
	}
	for word, every := range map[string]int{"garden": 3, "lantern": 100, "xylograph": messageCount / 7, "昔々東京の庭で小さな猫が月を見ていました": 50} {
		if i%every == 0 {
			out = append(out, word)
		}
	}
	if i < messageCount/3 {
		out = append(out, "bygone")
	}
	return strings.Join(out, " ")
}

func (f *messageFiller) indexWords(ctx context.Context) error {
	for {
		n, err := message.AddSearchWords(ctx, f.s.app.DB(), indexBatchSize)
		if err != nil {
			return err
		}
		if n < indexBatchSize {
			break
		}
	}
	// VACUUM ANALYZE stands for autovacuum, which a running PostgreSQL does within minutes.
	if f.s.app.DB().Engine() == storage.Postgres {
		_, err := f.s.app.DB().Reader().ExecContext(ctx, `VACUUM ANALYZE`)
		return err
	}
	return nil
}
