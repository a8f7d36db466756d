package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"colloquy/internal/chat/message"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// phaseMessages measures only the search in messages.
const phaseMessages = "messages"

const (
	manyMessages  = 1_000_000 // of one user, and as many again of others
	quickMessages = 50_000
	manyTalks     = 1_000 // of the one user
	otherUsers    = 1_000
	longTalkShare = 10  // one in so many messages is in the user's first talk
	messagesAim   = 100 // largest p99 of a search, in milliseconds
	wordsBatch    = 2_000
)

// messageSearches are the measured calls. SESSION is the longest talk.
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

// messages measures the search in messages on SQLite and PostgreSQL.
func messages(ctx context.Context, o options, out io.Writer) error {
	rows, times := manyMessages, listTimes
	if o.quick {
		rows, times = quickMessages, quickListTimes
	}
	for _, engine := range []storage.Engine{storage.SQLite, storage.Postgres} {
		if err := messagesOn(ctx, engine, rows, times, out); err != nil {
			return err
		}
	}
	return nil
}

func messagesOn(ctx context.Context, engine storage.Engine, rows, times int, out io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "colloquy-bench-messages-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	place := storage.Options{DataDir: dir}
	if engine == storage.Postgres {
		var drop func() error
		if place, drop, err = dbtest.Throwaway(dir); err != nil {
			fmt.Fprintf(out, "\nThe search in messages on PostgreSQL was not measured: %v\n", err)
			return nil
		}
		defer func() { err = errors.Join(err, drop()) }()
	}
	s, err := startListServer(ctx, place)
	if err != nil {
		return err
	}
	defer s.close()
	fill := messageFill{s: s, rows: rows, random: rand.New(rand.NewPCG(1, 2))}
	if err := fill.user(ctx, s.userID, manyTalks, rows); err != nil {
		return err
	}
	for i := range otherUsers {
		if err := fill.user(ctx, fmt.Sprintf("other-%d", i), 1, rows/otherUsers); err != nil {
			return err
		}
	}
	begun := time.Now()
	if err := fill.index(ctx); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nSearch in messages, %s, %d of one user and as many of %d others, %.0f us to index one\n%-36s%10s%10s   %s\n",
		engine, rows, otherUsers, float64(time.Since(begun).Microseconds())/float64(2*rows), "", "p50, ms", "p99, ms", "aim")
	for _, c := range messageSearches {
		path := strings.ReplaceAll(c.path, "SESSION", fmt.Sprintf("%s_%d", s.userID, s.people[0].CharacterID))
		if err := s.measureSearch(ctx, c.name, path, times, out); err != nil {
			return err
		}
	}
	return nil
}

func (s *listServer) measureSearch(ctx context.Context, name, path string, times int, out io.Writer) error {
	took := make([]float64, 0, times)
	for i := range times {
		if i%callsPerMinute == 0 {
			s.clock.Advance(time.Minute)
		}
		begun := time.Now()
		if err := call(ctx, http.MethodGet, s.http.URL+"/api"+path, s.token, nil, &struct{}{}); err != nil {
			return err
		}
		took = append(took, millis(time.Since(begun)))
	}
	slices.Sort(took)
	p50, p99 := took[len(took)/2], took[len(took)*99/100]
	verdict := "held"
	if p99 > messagesAim {
		verdict = "MISSED"
	}
	fmt.Fprintf(out, "%-36s%10.2f%10.2f   < %d: %s\n", name, p50, p99, messagesAim, verdict)
	return nil
}

// messageFill inserts messages as the rows of an older version, without words, and lets the
// job's function index them.
type messageFill struct {
	s      *listServer
	rows   int // of the one user
	random *rand.Rand
	added  int
}

// user inserts the conversations of a user and their messages.
func (f *messageFill) user(ctx context.Context, userID string, talks, rows int) error {
	id := func(talk int) string { return fmt.Sprintf("%s_%d", userID, f.s.people[talk].CharacterID) }
	return f.s.app.DB().Write(ctx, func(tx storage.Querier) error {
		for talk := range talks {
			if _, err := tx.ExecContext(ctx, `INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ($1, $2, $3, 0, 0)`,
				id(talk), userID, f.s.people[talk].CharacterID); err != nil {
				return err
			}
		}
		seqs := make([]int, talks)
		for i := range rows {
			talk := 0
			if i%longTalkShare != 0 {
				talk = f.random.IntN(talks)
			}
			seqs[talk]++
			f.added++
			_, err := tx.ExecContext(ctx, `INSERT INTO messages (id, conversation_id, seq, is_user, content, status, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, 'complete', $6, $6)`,
				fmt.Sprintf("m%09d", f.added), id(talk), seqs[talk], i%2 == 0, f.text(i, rows), 1_700_000_000_000+int64(i)*977)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// text returns message i of a user with rows messages.
func (f *messageFill) text(i, rows int) string {
	const syllables = "ba be bi bo bu da de di do du fa fe fi fo ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi vo"
	parts := strings.Fields(syllables)
	out := []string{"The"}
	for range 14 {
		n := int(float64(len(parts)*len(parts)*20) * f.random.Float64() * f.random.Float64() * f.random.Float64())
		out = append(out, parts[n%len(parts)]+parts[n/len(parts)%len(parts)]+parts[n/len(parts)/len(parts)%len(parts)])
	}
	for word, every := range map[string]int{"garden": 3, "lantern": 100, "xylograph": rows / 7, "昔々東京の庭で小さな猫が月を見ていました": 50} {
		if i%every == 0 {
			out = append(out, word)
		}
	}
	if i < rows/3 {
		out = append(out, "bygone")
	}
	return strings.Join(out, " ")
}

func (f *messageFill) index(ctx context.Context) error {
	for {
		n, err := message.AddWords(ctx, f.s.app.DB(), wordsBatch)
		if err != nil {
			return err
		}
		if n < wordsBatch {
			break
		}
	}
	if f.s.app.DB().Engine() == storage.Postgres { // which does this by itself within minutes
		_, err := f.s.app.DB().Reader().ExecContext(ctx, `VACUUM ANALYZE`)
		return err
	}
	return nil
}
