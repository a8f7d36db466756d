package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"colloquy/bench/people"
	"colloquy/bench/script"
)

const (
	restartsPerKill = 4 // every fourth restart is by SIGKILL
	// maxOrphanedReplyDuration is how long a reply of a killed process may keep the status generating.
	maxOrphanedReplyDuration = 25 * time.Second
	// minOpenStreamShare is the share of the users who must be reading a reply when a replica is stopped.
	minOpenStreamShare = 0.95
	// openStreamsTimeout is the longest time that awaitOpenStreams waits.
	openStreamsTimeout = 2 * time.Minute
	// pauseAfterRestart is the time between two restarts.
	pauseAfterRestart = time.Second
)

// rollingRun is the state of the rolling restarts.
type rollingRun struct {
	*cluster
	options
	openStreamCount atomic.Int64 // streams that users read
	isOver          atomic.Bool  // true after the last restart: the users send no further messages
	mu              sync.Mutex
	exchanges       []*exchange
	restarts        []restart
	orphanReplyIDs  map[string]bool // ids of the orphans: replies that were incomplete when their replica was killed
}

// restart is what was measured when one replica was restarted.
type restart struct {
	replicaName           string
	wasKilled             bool
	openStreamCount       int64         // streams that users read when the restart began
	stopDuration          time.Duration // from the signal until the process had ended
	startDuration         time.Duration // from the next start until the process was ready
	orphanCount           int           // replies that the process was writing when it was killed
	orphanedReplyDuration time.Duration // from the kill until none of the process's replies had the status "generating"
	stopErr               error         // of the shutdown
}

// runRollingRestarts restarts the replicas in turn while each user reads one reply after another.
// It prints a table of the restarts and a table of the conditions, and reports whether all
// conditions hold.
func (c *cluster) runRollingRestarts(ctx context.Context, o options, users []people.Person) (allConditionsHold bool, err error) {
	r := &rollingRun{cluster: c, options: o, orphanReplyIDs: map[string]bool{}}
	var talks sync.WaitGroup
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: o.streamCount}}
	for i, user := range users {
		talks.Go(func() { r.talkUntilOver(ctx, client, user, i) })
	}
	err = r.restartReplicas(ctx)
	r.isOver.Store(true)
	talks.Wait()
	if err != nil {
		return false, err
	}
	storedMessages, err := c.readMessages(ctx)
	if err != nil {
		return false, err
	}
	writeRestarts(r.restarts)
	return writeAndCheckConditions(r.conditions(storedMessages)), nil
}

// talkUntilOver sends one message after another and reads the replies, until the restarts are over.
// After a lost connection, users with an even number i resume by the id of the reply. The other
// users repeat the send.
func (r *rollingRun) talkUntilOver(ctx context.Context, client *http.Client, user people.Person, i int) {
	t := &talk{
		baseURL: r.url, client: client, person: user, messageText: script.UserMessage(r.pieceCount, r.pieceInterval),
		resumesByReplyID: i%2 == 0, openStreamCount: &r.openStreamCount,
	}
	time.Sleep(time.Duration(i) * r.replyDuration() / time.Duration(r.streamCount)) // so that replies end at different times
	for n := 0; !r.isOver.Load() && ctx.Err() == nil; n++ {
		x := t.send(ctx, fmt.Sprintf("user-%d-%d", i, n))
		r.mu.Lock()
		r.exchanges = append(r.exchanges, x)
		r.mu.Unlock()
		if x.err != nil {
			time.Sleep(r.replyDuration()) // without a pause, the rate limit of messages would refuse the next ones
		}
	}
}

func (r *rollingRun) replyDuration() time.Duration {
	return time.Duration(r.pieceCount) * r.pieceInterval
}

func (r *rollingRun) restartReplicas(ctx context.Context) error {
	for i := range r.options.restartCount {
		if err := r.awaitOpenStreams(ctx); err != nil {
			return err
		}
		target := r.replicas[i%replicaCount]
		result := restart{replicaName: target.name, wasKilled: i%restartsPerKill == restartsPerKill-1, openStreamCount: r.openStreamCount.Load()}
		stop := r.stopReplica
		if result.wasKilled {
			stop = r.killReplica
		}
		if err := stop(ctx, target, &result); err != nil {
			return err
		}
		var err error
		if result.startDuration, err = r.startAgain(ctx, target); err != nil {
			return err
		}
		r.restarts = append(r.restarts, result)
		fmt.Printf("restart %d of %d: %s\n", i+1, r.options.restartCount, result)
		time.Sleep(pauseAfterRestart)
	}
	return nil
}

// awaitOpenStreams waits until enough users are reading a reply. minOpenStreamShare is the
// necessary share of all users. After openStreamsTimeout awaitOpenStreams returns an error.
func (r *rollingRun) awaitOpenStreams(ctx context.Context) error {
	want := int64(minOpenStreamShare * float64(r.streamCount))
	for end := time.Now().Add(openStreamsTimeout); r.openStreamCount.Load() < want; time.Sleep(10 * time.Millisecond) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Now().After(end) {
			return fmt.Errorf("only %d of %d streams are open; a reply of more -pieces lasts longer; %w", r.openStreamCount.Load(), r.streamCount, r.lastFailure())
		}
	}
	return nil
}

// lastFailure returns the error of the last exchange that failed, or an error that says that none
// failed.
func (r *rollingRun) lastFailure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := len(r.exchanges) - 1; i >= 0; i-- {
		if err := r.exchanges[i].err; err != nil {
			return fmt.Errorf("the last failure: %w", err)
		}
	}
	return errors.New("no exchange failed")
}

// stopReplica ends a replica by SIGTERM. After the grace period it kills the replica and sets
// result.stopErr.
func (r *rollingRun) stopReplica(_ context.Context, target *replica, result *restart) error {
	start := time.Now()
	result.stopErr = target.process.StopWithin(r.gracePeriod)
	result.stopDuration = time.Since(start)
	return nil
}

// killReplica ends a replica by SIGKILL. Then it waits until none of the replica's replies has the
// status generating. It waits at most twice maxOrphanedReplyDuration.
func (r *rollingRun) killReplica(ctx context.Context, target *replica, result *restart) error {
	start := time.Now()
	target.process.Kill()
	result.stopDuration = time.Since(start)
	generatingIDs, err := r.repliesWithStatus(ctx, target.nodeID, "generating")
	if err != nil {
		return err
	}
	// If the target stalled before the kill, another replica has already marked replies of the
	// target as interrupted.
	interruptedIDs, err := r.repliesWithStatus(ctx, target.nodeID, "interrupted")
	if err != nil {
		return err
	}
	for _, id := range slices.Concat(generatingIDs, interruptedIDs) {
		r.orphanReplyIDs[id] = true
	}
	result.orphanCount = len(generatingIDs)
	for len(generatingIDs) > 0 && time.Since(start) < 2*maxOrphanedReplyDuration {
		time.Sleep(100 * time.Millisecond)
		if generatingIDs, err = r.repliesWithStatus(ctx, target.nodeID, "generating"); err != nil {
			return err
		}
		result.orphanedReplyDuration = time.Since(start)
	}
	return nil
}
