package llm

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"strings"
	"sync"
	"time"
)

// BalanceOptions configure a Balance. A Balance asks one member at a time, so it does not hedge.
// HedgeDelay matters only if the Balance is a provider of a Failover and another provider answers
// first. If the asked member had no output for HedgeDelay, the breaker of the member then counts a
// failure.
type BalanceOptions struct {
	FailoverOptions
	// MaxQueueWait is the longest expected wait for a slot; 0 means 15 seconds. A request with a
	// longer expected wait is refused. A request that has waited for twice MaxQueueWait is given up.
	MaxQueueWait time.Duration
	// OnWait is called when a request gets a slot or is refused. waited is the time of the request
	// in the queue. OnWait may be nil. It is called concurrently.
	OnWait func(class Class, waited time.Duration, refused bool)
}

// Balance is a Provider that shares requests among its members. A member can be asked if it accepts
// the request's class and its circuit breaker is closed. A request takes a slot of the member with
// the fewest running calls for its weight.
//
// If all slots are taken, the request waits in a queue, and the reader gets a Delta with Queued.
// After a temporary failure before the first visible text, the Balance asks the next member. Slots
// are counted in this process. A Balance is safe for concurrent use.
type Balance struct {
	members       []*member
	opts          BalanceOptions
	failedPrompts failedPrompts
	queueLimit    int // of each class

	mu sync.Mutex
	// queues has the waiting requests of each class, oldest first. No request waits for a
	// member that has a free slot and a closed breaker.
	queues             [classCount][]*waiter
	lastArrivalNumber  uint64
	contestedSlotCount int           // slots for which paid and free replies waited at once
	meanSlotHoldTime   time.Duration // moving mean of how long a call keeps its slot
	largestChosenRank  float64       // the largest value that the field member.choiceRank of a chosen member had
}

// Limits of the queue (rule replies-queued).
const (
	defaultMaxQueueWait = 15 * time.Second
	// initialSlotHoldTime is the assumed time of a call until calls have been measured.
	initialSlotHoldTime = 10 * time.Second
	// slotHoldTimeSmoothingDivisor: a new measurement has the share 1/slotHoldTimeSmoothingDivisor in the moving mean.
	slotHoldTimeSmoothingDivisor = 8
	// The queue of a class has room for queuedRequestsPerSlot requests per slot, and for at least
	// minQueueLimit requests.
	queuedRequestsPerSlot = 4
	minQueueLimit         = 64
	// MaxMembers is the largest number of members of a Balance.
	MaxMembers = 64
)

// NewBalance returns a Balance of at most MaxMembers members.
func NewBalance(members []Member, opts BalanceOptions) *Balance {
	opts.FailoverOptions = opts.FailoverOptions.withDefaults()
	opts.MaxQueueWait = cmp.Or(opts.MaxQueueWait, defaultMaxQueueWait)
	b := &Balance{opts: opts, meanSlotHoldTime: initialSlotHoldTime}
	slotCount := 0
	for i, m := range members {
		m.Weight = max(m.Weight, 1)
		slotCount += m.Slots
		b.members = append(b.members, &member{
			Member: m, bit: 1 << i, guardedProvider: guardedProvider{m.Provider, newBreaker(m.Provider, opts.FailoverOptions)},
		})
	}
	b.queueLimit = max(minQueueLimit, queuedRequestsPerSlot*slotCount)
	return b
}

// Name lists the names of the members.
func (b *Balance) Name() string {
	names := make([]string, len(b.members))
	for i, m := range b.members {
		names[i] = m.Name()
	}
	return strings.Join(names, ",")
}

// Stream yields the answer of one of the members. If no member can be asked or the queue is
// too long, the error is of the kind ErrOverloaded.
func (b *Balance) Stream(ctx context.Context, req Request) iter.Seq2[Delta, error] {
	return func(yield func(Delta, error) bool) {
		if err := b.run(ctx, req, yield); err != nil {
			yield(Delta{Provider: err.Provider}, err)
		}
	}
}

// run asks members until one answers. It returns nil if visible text was yielded or the
// reader stopped.
func (b *Balance) run(ctx context.Context, req Request, yield func(Delta, error) bool) (failure *Error) {
	a := &attempt{opts: &b.opts.FailoverOptions, failedPrompts: &b.failedPrompts, yield: func(p piece) bool { return yield(p.Delta, p.err) }}
	class := req.Class()
	var triedMembers memberSet
	for calls := 1; ; calls++ {
		m, err := b.acquireSlot(ctx, class, triedMembers, yield)
		if m == nil {
			return cmp.Or(failure, err)
		}
		if failure = b.call(ctx, m, a, req); failure == nil || !b.mayAskAgain(ctx, req, failure) {
			return failure
		}
		triedMembers |= m.bit
		if b.hasUntriedMember(class, triedMembers) {
			continue
		}
		if calls >= maxTries || !a.waitToRetry(ctx, failure) {
			return failure
		}
		triedMembers = 0
	}
}

// mayAskAgain reports whether another member may be asked after a failure. Rule
// replies-next-provider.
func (b *Balance) mayAskAgain(ctx context.Context, req Request, failure *Error) bool {
	if isFaultOfRequest(failure) || ctx.Err() != nil {
		return false
	}
	key := promptKeyOf(req)
	b.failedPrompts.add(key, failure)
	return !b.failedPrompts.isExhausted(key)
}

// call asks a member whose slot the caller has taken, and gives the slot back. It returns
// the failure of a call without visible text.
func (b *Balance) call(ctx context.Context, m *member, a *attempt, req Request) (failure *Error) {
	startTime, hasAnswered := time.Now(), false
	defer func() { b.releaseSlot(m, time.Since(startTime), hasAnswered, failure) }()
	a.guardedProvider = &m.guardedProvider
	if failure = a.call(ctx, req); failure != nil {
		a.logFailure(failure)
	}
	hasAnswered = failure == nil
	return failure
}

// errNoMember is the cause of a refusal because the breakers of all members are open.
var errNoMember = errors.New("llm: no member of the balance can be asked")

// errQueueFull is the cause of a refusal because the queue is full, or because the request would
// wait for too long.
var errQueueFull = errors.New("llm: the queue of the balance is full")

// refusal is the error of a request that gets no slot.
func refusal(cause error, retryAfter time.Duration) *Error {
	return &Error{Kind: ErrOverloaded, Provider: "balance", Msg: cause.Error(), RetryAfter: retryAfter, Cause: cause}
}
