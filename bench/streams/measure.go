package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"colloquy/bench/load"
	"colloquy/bench/people"
	"colloquy/bench/proc"
)

const (
	// settleTime is the pause before memory is read: longer than the 15 s between two comments on
	// an idle stream.
	settleTime = 20 * time.Second
	idleSpan   = 10 * time.Second // over which the processor time of idle readers is measured
	ramp       = 5 * time.Second  // over which the replies start
)

func (r *run) measure(ctx context.Context, idle, active []people.Person) error {
	r.report.options, r.report.loadBefore = r.options, proc.ReadLoad()
	if err := pause(ctx, settleTime); err != nil {
		return err
	}
	before, err := r.process.Memory()
	if err != nil {
		return err
	}
	begun := time.Now()
	conns, err := openIdle(ctx, r.addr, idle)
	defer closeAll(conns)
	if err != nil {
		return err
	}
	r.report.opened = time.Since(begun)
	fmt.Printf("%d idle readers are open after %.1f s\n", len(conns), r.report.opened.Seconds())
	if err := r.measureIdle(ctx, before); err != nil {
		return err
	}
	r.measureActive(ctx, active)
	r.report.ended = countEnded(conns)
	r.report.loadAfter = proc.ReadLoad()
	return ctx.Err()
}

// measureIdle measures memory and processor time while only idle readers are open.
func (r *run) measureIdle(ctx context.Context, before proc.Memory) error {
	if err := pause(ctx, settleTime); err != nil {
		return err
	}
	cpu, err := r.process.CPU()
	if err != nil {
		return err
	}
	if err := pause(ctx, idleSpan); err != nil {
		return err
	}
	cpuAfter, err := r.process.CPU()
	if err != nil {
		return err
	}
	after, err := r.process.Memory()
	if err != nil {
		return err
	}
	r.report.idleCPU = float64(cpuAfter-cpu) / float64(idleSpan)
	r.report.idleKiB = float64(after.Resident-before.Resident) / 1024 / float64(max(r.idle, 1))
	r.report.idleMiB = float64(after.Resident) / (1 << 20)
	return nil
}

// measureActive runs the streams of replies.
func (r *run) measureActive(ctx context.Context, active []people.Person) {
	var mu sync.Mutex
	var delays []time.Duration
	var strange error
	stream := func(n int) load.Stream {
		return r.replyStream(active[n], n, func(text []byte) {
			list, err := delaysOf(text, time.Now())
			mu.Lock()
			defer mu.Unlock()
			delays, strange = append(delays, list...), errors.Join(strange, err)
		})
	}
	machine, own := proc.ReadMachineTime(), proc.OwnCPU()
	cpu, _ := r.process.CPU() // 0 if the server has ended, which the streams report
	peak := r.process.PeakRSS()
	shape := load.Shape{Clients: len(active), Each: 1, Ramp: ramp}
	results, took := shape.Run(ctx, stream)
	r.report.peakMiB = float64(peak()) / (1 << 20)
	cpuAfter, _ := r.process.CPU()
	_, r.report.others = proc.ReadMachineTime().Since(machine, proc.OwnCPU()-own+cpuAfter-cpu)
	r.report.activeCPU = float64(cpuAfter-cpu) / float64(took)
	r.report.summary = load.Summarize(results, took, time.Duration(r.pieces-1)*r.every)
	r.report.strange = strange
	slices.Sort(delays)
	r.report.delays = delays
}

// replyStream returns the stream of a reply to a message of a user.
func (r *run) replyStream(p people.Person, n int, seen func([]byte)) load.Stream {
	body, err := json.Marshal(map[string]string{"content": "Please tell me about that day.", "client_id": fmt.Sprintf("user-%d-streams-%d", time.Now().UnixNano(), n)})
	if err != nil {
		panic(err) // a map of strings can always be encoded
	}
	header := "Authorization: Bearer " + p.Token + "\r\nAccept: text/event-stream\r\n"
	return load.Stream{Addr: r.addr, Request: load.PostRequest(r.addr, "/api/messages/"+p.Conversation+"/stream", header, string(body)), Pieces: r.pieces, Seen: seen}
}

// pause waits for d, or returns the error of ctx if that ends first.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
