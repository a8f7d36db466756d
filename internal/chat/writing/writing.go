// Package writing runs replies to their end. It calls the model, appends each piece to the reply's
// log and saves the text about once a second. It stores the final state and the suggestions. It
// also ends replies whose process crashed.
//
// The steps of a reply are Prepare, OpenLog, Start and Confirm. OpenLog and Start run in the
// caller's transaction, Confirm after its commit. Start starts a goroutine with the method run
// (reply.go). This method calls askModel (ask_for_reply.go), finish (finish.go) and makeSuggestions
// (suggestions.go).
package writing

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/live"
	"colloquy/internal/llm"
	"colloquy/internal/obs"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
)

// Deps are the dependencies and settings of a ReplyRunner.
type Deps struct {
	DB       *storage.DB
	Live     live.Logs
	Model    llm.Provider
	Personas Personas
	Memory   Memory
	Budget   Budget
	Metrics  Metrics
	Clock    core.Clock
	Log      *slog.Logger
	// IsDemo reports whether the demo responder answers because no model is connected.
	IsDemo func() bool
	// MaxRepliesWrittenAtOnce is the largest number of replies that are written at once.
	MaxRepliesWrittenAtOnce int
}

// ReplyRunner writes replies. The caller must start Run and RunSweeps in goroutines: Run saves
// checkpoints, RunSweeps ends replies without a writer. ReplyRunner is safe for concurrent
// use.
type ReplyRunner struct {
	deps Deps
	// ownerProcessID identifies this process in the rows of its replies.
	ownerProcessID string
	leases         leaseTracker
	canary         string           // random word in every prompt; a reply that repeats it is cut there
	calibration    *llm.Calibration // real tokens per estimated token
	slots          chan struct{}
	baseCtx        context.Context // cancelled at shutdown; independent of requests
	cancel         context.CancelCauseFunc

	mu                    sync.Mutex
	runningByID           map[string]*reply          // by message id; nil while the row is being committed
	suggestionsByID       map[string]madeSuggestions // suggestions by message id, until a checkpoint stores them
	readersByReplyID      map[string][]*Reader       // by message id
	readSeqByConversation map[string]int64           // Seq up to which a conversation was read, until a checkpoint stores it
	owedCharges           []spend.Charge             // costs of replies whose row was not committed, until chargeDropped stores them
	isClosing             bool
	startingReplies       sync.WaitGroup // counts the nil entries of runningByID
	group                 obs.Group
}

// canaryLength makes the canary so long that no reply contains it by chance. Rule
// replies-prompt-hidden.
const canaryLength = 12

// New returns a ReplyRunner. The caller must start Run and RunSweeps.
func New(d Deps) *ReplyRunner {
	baseCtx, cancel := context.WithCancelCause(context.Background())
	return &ReplyRunner{
		deps: d, ownerProcessID: newOwnerProcessID(d.DB.NodeName()), leases: newLeaseTracker(), canary: "[#" + rand.Text()[:canaryLength] + "]",
		calibration: &llm.Calibration{}, slots: make(chan struct{}, d.MaxRepliesWrittenAtOnce), baseCtx: baseCtx, cancel: cancel, runningByID: map[string]*reply{}, suggestionsByID: map[string]madeSuggestions{}, readersByReplyID: map[string][]*Reader{}, readSeqByConversation: map[string]int64{},
	}
}

// newOwnerProcessID returns a unique owner: the node name and an id. Later processes with the same data
// directory have the same node name.
func newOwnerProcessID(node string) string { return node + "." + core.NewID(time.Now()) }

// Run saves checkpoints and charges for dropped replies, about once a second until ctx ends. It
// also stops the replies for which another process has stored a stop request. Every suggestionRemakeInterval,
// Run makes lost suggestions again.
func (w *ReplyRunner) Run(ctx context.Context) error {
	saveTicker, remakeTicker := time.NewTicker(checkpointInterval), time.NewTicker(suggestionRemakeInterval)
	defer saveTicker.Stop()
	defer remakeTicker.Stop()
	age := maxSuggestionRemakeAgeAtStart
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-saveTicker.C:
			w.runTask(ctx, w.saveCheckpoint)
			w.runTask(ctx, w.chargeDropped)
			w.runTask(ctx, w.deliverStops)
		case <-remakeTicker.C:
			w.runTask(ctx, func(ctx context.Context) error { return w.RemakeSuggestions(ctx, age) })
			age = maxSuggestionRemakeAge
		}
	}
}

// RunSweeps ends replies without a writer until ctx ends. Sweeps may wait for Redis, so they have
// their own loop. Checkpoints must not wait for Redis. They renew leases, and other processes
// interrupt a reply whose lease has expired.
func (w *ReplyRunner) RunSweeps(ctx context.Context) {
	sweepTicker := time.NewTicker(sweepInterval)
	defer sweepTicker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-sweepTicker.C:
			w.runTask(ctx, w.sweepOrphanedReplies)
		}
	}
}

// runTask runs one task of Run, RunSweeps or Close. It logs an error or panic of the task,
// which stops neither its caller nor the other tasks.
func (w *ReplyRunner) runTask(ctx context.Context, task func(context.Context) error) {
	defer obs.Recover(ctx, w.deps.Log, "chat upkeep")
	if err := task(ctx); err != nil && ctx.Err() == nil {
		w.deps.Log.ErrorContext(ctx, "chat upkeep failed", "error", err.Error())
	}
}

// Close refuses new replies and waits for the running replies until ctx ends. Then it interrupts
// the replies that still run, and stores their texts.
func (w *ReplyRunner) Close(ctx context.Context) {
	w.mu.Lock()
	w.isClosing = true
	w.mu.Unlock()
	repliesEnded := make(chan struct{})
	obs.Go(ctx, w.deps.Log, "wait for replies", func() {
		w.startingReplies.Wait()
		w.group.Wait()
		close(repliesEnded)
	})
	select {
	case <-repliesEnded:
	case <-ctx.Done():
	}
	w.cancel(errShutdown)
	<-repliesEnded
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeReplyEndTimeout)
	defer cancel()
	w.runTask(ctx, w.saveCheckpoint) // stores the last suggestions
	w.runTask(ctx, w.chargeDropped)
}
