// Package memory measures what characters remember: it plays talks of 1,000 messages with
// stated facts, deletes some, and asks for all of them later. A scripted model takes the
// notes, or a real one, or none.
package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/llm"
	room "colloquy/internal/memory"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
)

const (
	user       = "user"
	own, other = 20, 21 // characters: the one that is told the facts, and another
	window     = 2000   // tokens
	// deletedEvery is the share of the facts that the user deletes: each eighth.
	deletedEvery = 8
)

// Result is what was found in the parts of prompts.
type Result struct {
	Notes      string // who took them
	Messages   int
	Asked      int // facts that were not deleted
	Recalled   int // of them, those in the prompt when asked for
	Deleted    int // deleted facts
	Returned   int // of them, those in a prompt
	Leaked     int // facts in a prompt of the other character
	Short      time.Duration
	Long       time.Duration // what a prompt is told, after 100 messages and at the end: medians
	TokensMost float64       // of what one prompt is told
}

// Measure plays a talk on an empty database. Without a model the patterns take the notes.
func Measure(ctx context.Context, o storage.Options, notes string, model llm.Provider, messages int) (Result, error) {
	db, err := storage.Open(ctx, o)
	if err != nil {
		return Result{}, err
	}
	defer db.Close()
	if _, err := db.Migrate(ctx); err != nil {
		return Result{}, err
	}
	p := &player{db: db, clock: clocktest.Ticking(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)), model: model}
	p.room, err = room.New(ctx, room.Deps{
		DB: db, Characters: numbered{}, Talks: talks{db}, Model: model, IsDemo: func() bool { return model == nil }, Budget: free{}, Limits: free{},
		Jobs: p, Clock: p.clock, Log: slog.New(slog.DiscardHandler), Window: func() int { return window },
	})
	if err != nil {
		return Result{}, err
	}
	r := Result{Notes: notes, Messages: messages}
	return r, p.play(ctx, &r)
}

// player plays a talk and runs the jobs of the room.
type player struct {
	db    *storage.DB
	clock *clocktest.Clock
	model llm.Provider
	room  *room.Service
	run   func(ctx context.Context, payload []byte) error
	queue []jobs.Job
	seq   int
}

// HandleWith implements room.Jobs.
func (p *player) HandleWith(_ string, _ jobs.RetryPolicy, fn func(context.Context, []byte) error) {
	p.run = fn
}

// Enqueue implements room.Jobs.
func (p *player) Enqueue(_ context.Context, _ storage.Querier, j jobs.Job) error {
	p.queue = append(p.queue, j)
	return nil
}

// notesEvery is the number of turns between two notes, as after a rest of the talk.
const notesEvery = 5

func (p *player) play(ctx context.Context, r *Result) error {
	facts := Facts()
	lines := talkOf(facts, r.Messages/2)
	for i, line := range lines {
		if err := p.turn(ctx, line); err != nil {
			return err
		}
		if i%notesEvery == notesEvery-1 || i == len(lines)-1 {
			if err := p.note(ctx); err != nil {
				return err
			}
		}
		if i == 50 {
			var err error
			if r.Short, err = p.speed(ctx, facts); err != nil {
				return err
			}
		}
	}
	gone, err := p.deleteSome(ctx, facts)
	if err != nil {
		return err
	}
	if r.Long, err = p.speed(ctx, facts); err != nil {
		return err
	}
	return p.askAll(ctx, facts, gone, r)
}

// deleteSome deletes every memory of each eighth fact, and says these facts again, in the
// same words and others.
func (p *player) deleteSome(ctx context.Context, facts []Fact) (gone map[string]bool, err error) {
	gone = map[string]bool{}
	for i, f := range facts {
		if i%deletedEvery == 0 {
			gone[f.Key] = true
		}
	}
	actor := core.Actor{UserID: user}
	panel, err := p.room.Panel(ctx, actor, fmt.Sprint(own))
	if err != nil {
		return nil, err
	}
	for _, m := range panel.Memories {
		if slices.ContainsFunc(facts, func(f Fact) bool { return gone[f.Key] && strings.Contains(m.Text, f.Key) }) {
			if err := p.room.Delete(ctx, actor, fmt.Sprint(own), m.ID); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range facts {
		if !gone[f.Key] {
			continue
		}
		for _, line := range []string{f.Said, "I love " + f.Key + ".", "As I said about " + f.Key + ", the rivers are wide and slow there."} {
			if err := p.turn(ctx, line); err != nil {
				return nil, err
			}
		}
	}
	for range 40 { // so that these words leave the window too
		if err := p.turn(ctx, chatter[0]); err != nil {
			return nil, err
		}
	}
	return gone, p.note(ctx)
}

func (p *player) askAll(ctx context.Context, facts []Fact, gone map[string]bool, r *Result) error {
	for _, f := range facts {
		told, err := p.told(ctx, own, f.Question)
		if err != nil {
			return err
		}
		r.TokensMost = math.Max(r.TokensMost, llm.Tokens(told))
		isThere := strings.Contains(told, f.Key)
		switch {
		case gone[f.Key]:
			r.Deleted++
			r.Returned += count(isThere)
		default:
			r.Asked++
			r.Recalled += count(isThere)
		}
		if told, err = p.told(ctx, other, f.Question); err != nil {
			return err
		}
		r.Leaked += count(strings.Contains(told, f.Key))
	}
	return nil
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

func (p *player) told(ctx context.Context, character int, lastWords string) (string, error) {
	stable, turn, err := p.room.Remembered(ctx, user, character, lastWords)
	return stable.Text(0) + "\n" + turn.Text(0), err
}

// speed is the median time of what a prompt is told.
func (p *player) speed(ctx context.Context, facts []Fact) (time.Duration, error) {
	var took []time.Duration
	for _, f := range facts[:100] {
		begun := time.Now()
		if _, err := p.told(ctx, own, f.Question); err != nil {
			return 0, err
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	return took[len(took)/2], nil
}

// note runs the jobs of the talk.
func (p *player) note(ctx context.Context) error {
	err := p.db.Write(ctx, func(tx storage.Querier) error { return p.room.Note(ctx, tx, conversation) })
	for ; err == nil && len(p.queue) > 0; p.queue = p.queue[1:] {
		var payload []byte
		if payload, err = json.Marshal(p.queue[0].Payload); err == nil {
			err = p.run(ctx, payload)
		}
	}
	return err
}

// free implements room.Budget and room.Limits without limits.
type free struct{}

func (free) Reserve(context.Context, storage.Querier, string, spend.Cost) (spend.Reservation, error) {
	return spend.Reservation{}, nil
}

func (free) Settle(context.Context, storage.Querier, spend.Reservation, spend.Cost) error { return nil }

func (free) TakeIn(context.Context, storage.Querier, ...limits.Limit) (limits.Ticket, error) {
	return limits.Ticket{}, nil
}
