// Package memory measures what characters remember. In a talk the user states facts. A scripted
// model, a real model or the server's own text patterns extract the facts. Then the user deletes
// the memories of some facts, and asks about all facts.
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
	userID             = "user"
	toldCharacterID    = 20   // character_id of the character that is told the facts
	otherCharacterID   = 21   // character_id of another character
	promptWindowTokens = 2000 // tokens of a talk in a prompt
	// factsPerDeletion says how many facts the user deletes: every eighth one.
	factsPerDeletion = 8
)

// Result is the result of a measurement.
type Result struct {
	NoteTaker                  string        // name of the model or of the text patterns that extracted the facts
	MessageCount               int           // length of the talk
	KeptFactCount              int           // facts that were not deleted
	RecalledFactCount          int           // facts of KeptFactCount that were in the prompt when the user asked about them
	DeletedFactCount           int           // deleted facts
	ReappearedFactCount        int           // facts of DeletedFactCount that were in the prompt when the user asked about them
	LeakedFactCount            int           // facts in a prompt of the character that was not told the facts
	RecallTimeAfter100Messages time.Duration // median time to make the texts for a prompt, after about 100 messages
	RecallTimeAtEnd            time.Duration // median time to make the texts for a prompt, at the end of the talk
	MaxTokens                  float64       // largest number of tokens in the texts for one prompt
}

// MeasureTalk plays a talk on an empty database and measures it. The argument noteTaker becomes
// Result.NoteTaker. If model is nil, the server's text patterns extract the facts. The argument
// messages is the number of messages.
func MeasureTalk(ctx context.Context, o storage.Options, noteTaker string, model llm.Provider, messages int) (Result, error) {
	db, err := storage.Open(ctx, o)
	if err != nil {
		return Result{}, err
	}
	defer db.Close()
	if _, err := db.Migrate(ctx); err != nil {
		return Result{}, err
	}
	p := &talkPlayer{db: db, clock: clocktest.Ticking(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)), model: model}
	p.room, err = room.New(ctx, room.Deps{
		DB: db, Characters: numberedCharacters{}, Talks: storedTalks{db}, Model: model, IsDemo: func() bool { return model == nil }, Budget: noLimits{}, Limits: noLimits{},
		Jobs: p, Clock: p.clock, Log: slog.New(slog.DiscardHandler), PromptWindowTokens: func() int { return promptWindowTokens },
	})
	if err != nil {
		return Result{}, err
	}
	r := Result{NoteTaker: noteTaker, MessageCount: messages}
	return r, p.playTalk(ctx, &r)
}

// talkPlayer plays a talk and runs the jobs of the room memory.
type talkPlayer struct {
	db         *storage.DB
	clock      *clocktest.Clock
	model      llm.Provider
	room       *room.Service
	runJob     func(ctx context.Context, payload []byte) error
	queuedJobs []jobs.Job
	lastSeq    int
}

// HandleWith implements room.Jobs.
func (p *talkPlayer) HandleWith(_ string, _ jobs.RetryPolicy, fn func(context.Context, []byte) error) {
	p.runJob = fn
}

// Enqueue implements room.Jobs.
func (p *talkPlayer) Enqueue(_ context.Context, _ storage.Querier, j jobs.Job) error {
	p.queuedJobs = append(p.queuedJobs, j)
	return nil
}

// turnsPerNoteJob is the number of turns after which the job that notes facts runs.
const turnsPerNoteJob = 5

func (p *talkPlayer) playTalk(ctx context.Context, r *Result) error {
	facts := Facts()
	lines := scatterFactsInChatter(facts, r.MessageCount/2)
	for i, line := range lines {
		if err := p.insertTurn(ctx, line); err != nil {
			return err
		}
		if i%turnsPerNoteJob == turnsPerNoteJob-1 || i == len(lines)-1 {
			if err := p.runNoteJob(ctx); err != nil {
				return err
			}
		}
		if i == 50 {
			var err error
			if r.RecallTimeAfter100Messages, err = p.measureRecallTime(ctx, facts); err != nil {
				return err
			}
		}
	}
	deletedFactWords, err := p.deleteSomeFacts(ctx, facts)
	if err != nil {
		return err
	}
	if r.RecallTimeAtEnd, err = p.measureRecallTime(ctx, facts); err != nil {
		return err
	}
	return p.askEveryFact(ctx, facts, deletedFactWords, r)
}

// deleteSomeFacts deletes the memories of some facts, one of factsPerDeletion. The user then states
// the deleted facts again, in the same words and in other words. Then the job that notes facts
// runs. deletedFactWords has the keys of the deleted facts.
func (p *talkPlayer) deleteSomeFacts(ctx context.Context, facts []Fact) (deletedFactWords map[string]bool, err error) {
	deletedFactWords = map[string]bool{}
	for i, f := range facts {
		if i%factsPerDeletion == 0 {
			deletedFactWords[f.UniqueWord] = true
		}
	}
	actor := core.Actor{UserID: userID}
	panel, err := p.room.ReadPanel(ctx, actor, fmt.Sprint(toldCharacterID))
	if err != nil {
		return nil, err
	}
	for _, m := range panel.Memories {
		if slices.ContainsFunc(facts, func(f Fact) bool { return deletedFactWords[f.UniqueWord] && strings.Contains(m.Text, f.UniqueWord) }) {
			if err := p.room.Delete(ctx, actor, fmt.Sprint(toldCharacterID), m.ID); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range facts {
		if !deletedFactWords[f.UniqueWord] {
			continue
		}
		for _, line := range []string{f.Statement, "I love " + f.UniqueWord + ".", "As I said about " + f.UniqueWord + ", the rivers are wide and slow there."} {
			if err := p.insertTurn(ctx, line); err != nil {
				return nil, err
			}
		}
	}
	for range 40 { // so many that the messages about the facts are summarised
		if err := p.insertTurn(ctx, chatterLines[0]); err != nil {
			return nil, err
		}
	}
	return deletedFactWords, p.runNoteJob(ctx)
}

// askEveryFact asks two characters the question of every fact: the one that was told the facts, and
// another one. It counts the facts in the texts for the prompts, and stores the counts in r.
func (p *talkPlayer) askEveryFact(ctx context.Context, facts []Fact, deletedFactWords map[string]bool, r *Result) error {
	for _, f := range facts {
		text, err := p.promptTexts(ctx, toldCharacterID, f.Question)
		if err != nil {
			return err
		}
		r.MaxTokens = math.Max(r.MaxTokens, llm.EstimateTokens(text))
		isInPrompt := strings.Contains(text, f.UniqueWord)
		switch {
		case deletedFactWords[f.UniqueWord]:
			r.DeletedFactCount++
			r.ReappearedFactCount += oneIf(isInPrompt)
		default:
			r.KeptFactCount++
			r.RecalledFactCount += oneIf(isInPrompt)
		}
		if text, err = p.promptTexts(ctx, otherCharacterID, f.Question); err != nil {
			return err
		}
		r.LeakedFactCount += oneIf(strings.Contains(text, f.UniqueWord))
	}
	return nil
}

func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}

func (p *talkPlayer) promptTexts(ctx context.Context, character int, lastWords string) (string, error) {
	stable, turn, err := p.room.Recall(ctx, userID, character, lastWords)
	lines := []string{stable.Name, stable.AboutUser, stable.Summary}
	for _, m := range slices.Concat(stable.Pinned, turn.Memories) {
		lines = append(lines, m.Text)
	}
	return strings.Join(lines, "\n"), err
}

// measureRecallTime returns the median time to make the texts for a prompt, over the questions about the
// first 100 facts.
func (p *talkPlayer) measureRecallTime(ctx context.Context, facts []Fact) (time.Duration, error) {
	var durations []time.Duration
	for _, f := range facts[:100] {
		start := time.Now()
		if _, err := p.promptTexts(ctx, toldCharacterID, f.Question); err != nil {
			return 0, err
		}
		durations = append(durations, time.Since(start))
	}
	slices.Sort(durations)
	return durations[len(durations)/2], nil
}

// runNoteJob enqueues and runs the job that notes the facts of the talk.
func (p *talkPlayer) runNoteJob(ctx context.Context) error {
	err := p.db.Write(ctx, func(tx storage.Querier) error { return p.room.EnqueueNote(ctx, tx, conversationID) })
	for ; err == nil && len(p.queuedJobs) > 0; p.queuedJobs = p.queuedJobs[1:] {
		var payload []byte
		if payload, err = json.Marshal(p.queuedJobs[0].Payload); err == nil {
			err = p.runJob(ctx, payload)
		}
	}
	return err
}

// noLimits implements room.Budget and room.Limits without limits.
type noLimits struct{}

func (noLimits) Reserve(context.Context, storage.Querier, string, spend.Cost) (spend.Reservation, error) {
	return spend.Reservation{}, nil
}

func (noLimits) Settle(context.Context, storage.Querier, spend.Reservation, spend.Cost) error {
	return nil
}

func (noLimits) TakeInTx(context.Context, storage.Querier, ...limits.Limit) (limits.TakenEvent, error) {
	return limits.TakenEvent{}, nil
}
