package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"colloquy/bench/load"
	"colloquy/bench/people"
	"colloquy/bench/proc"
)

const (
	// pauseBeforeMemoryRead is the pause before memory is read. It is longer than the 15 s between two
	// keep-alive comments that the server sends on an idle stream.
	pauseBeforeMemoryRead = 20 * time.Second
	idleSpan              = 10 * time.Second // time over which the processor use of idle readers is measured
)

func (r *measurement) measureStreams(ctx context.Context, idleUsers, activeUsers []people.Person) error {
	r.report.options, r.report.loadBefore = r.options, proc.ReadLoad()
	if err := pause(ctx, pauseBeforeMemoryRead); err != nil {
		return err
	}
	memoryBefore, err := r.process.Memory()
	if err != nil {
		return err
	}
	start := time.Now()
	conns, err := openIdleReaders(ctx, r.addr, idleUsers)
	defer closeAll(conns)
	if err != nil {
		return err
	}
	r.report.openingDuration = time.Since(start)
	fmt.Printf("%d idle readers are open after %.1f s\n", len(conns), r.report.openingDuration.Seconds())
	if err := r.measureIdleReaders(ctx, memoryBefore); err != nil {
		return err
	}
	r.measureActiveReaders(ctx, activeUsers)
	r.report.endedReaderCount = countEndedReaders(conns)
	r.report.loadAfter = proc.ReadLoad()
	return ctx.Err()
}

// measureIdleReaders measures memory and processor time while only idle readers are open. memoryBefore is
// the memory without readers.
func (r *measurement) measureIdleReaders(ctx context.Context, memoryBefore proc.Memory) error {
	if err := pause(ctx, pauseBeforeMemoryRead); err != nil {
		return err
	}
	cpuBefore, err := r.process.CPU()
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
	memoryAfter, err := r.process.Memory()
	if err != nil {
		return err
	}
	r.report.idleCPU = float64(cpuAfter-cpuBefore) / float64(idleSpan)
	r.report.idleKiB = float64(memoryAfter.ResidentBytes-memoryBefore.ResidentBytes) / 1024 / float64(max(r.idleReaderCount, 1))
	r.report.idleMiB = float64(memoryAfter.ResidentBytes) / (1 << 20)
	return nil
}

// pieceArrival is the arrival of a piece at its reader.
type pieceArrival struct {
	at    time.Time
	delay time.Duration // since the model sent the piece
}

// measureActiveReaders runs the streams of replies and measures them.
func (r *measurement) measureActiveReaders(ctx context.Context, activeUsers []people.Person) {
	arrivals, pieceErrs := make([][]pieceArrival, len(activeUsers)), make([]error, len(activeUsers))
	stream := func(n int) load.Stream {
		arrivals[n] = make([]pieceArrival, 0, r.pieceCount)
		return r.replyStream(activeUsers[n], n, func(text []byte) {
			now := time.Now()
			list, err := parsePieceDelays(text, now)
			for _, delay := range list {
				arrivals[n] = append(arrivals[n], pieceArrival{now, delay})
			}
			pieceErrs[n] = errors.Join(pieceErrs[n], err)
		})
	}
	machineTime, ownCPU := proc.ReadMachineTime(), proc.OwnCPU()
	cpu, _ := r.process.CPU() // 0 if the server has ended; the streams then fail
	stopTrackingPeak := r.process.TrackPeakRSS()
	shape := load.Shape{ClientCount: len(activeUsers), StreamsPerClient: 1, Ramp: r.replyRampDuration}
	results, duration := shape.Run(ctx, stream)
	r.report.peakMiB = float64(stopTrackingPeak()) / (1 << 20)
	cpuAfter, _ := r.process.CPU()
	ownCPUAfter := proc.OwnCPU()
	_, r.report.othersCPUShare = proc.ReadMachineTime().CPUSharesSince(machineTime, ownCPUAfter-ownCPU+cpuAfter-cpu)
	r.report.activeCPU = float64(cpuAfter-cpu) / float64(duration)
	r.report.modelAndReaderCPU = float64(ownCPUAfter-ownCPU) / float64(duration)
	r.report.summary = load.Summarize(results, duration, time.Duration(r.pieceCount-1)*r.pieceInterval)
	r.report.pieceErr = errors.Join(pieceErrs...)
	r.report.delays, r.report.fullLoadDelays = sortedDelays(arrivals)
}

// sortedDelays returns the delays of all pieces, and of those that arrived while all replies ran.
func sortedDelays(replies [][]pieceArrival) (allPieceDelays, fullLoadDelays []time.Duration) {
	var fullLoadStart, fullLoadEnd time.Time // beginning and end of the time in which all replies ran; zero before the first reply
	for _, list := range replies {
		if len(list) == 0 {
			continue
		}
		if first := list[0].at; first.After(fullLoadStart) {
			fullLoadStart = first
		}
		if last := list[len(list)-1].at; fullLoadEnd.IsZero() || last.Before(fullLoadEnd) {
			fullLoadEnd = last
		}
	}
	for _, a := range slices.Concat(replies...) {
		allPieceDelays = append(allPieceDelays, a.delay)
		if !a.at.Before(fullLoadStart) && !a.at.After(fullLoadEnd) {
			fullLoadDelays = append(fullLoadDelays, a.delay)
		}
	}
	slices.Sort(allPieceDelays)
	slices.Sort(fullLoadDelays)
	return allPieceDelays, fullLoadDelays
}

// replyStream returns stream n, in which a user sends a message and reads the reply. The stream
// calls onPiece with each piece.
func (r *measurement) replyStream(p people.Person, n int, onPiece func([]byte)) load.Stream {
	body, err := json.Marshal(map[string]string{"content": "Please tell me about that day.", "client_id": fmt.Sprintf("user-%d-streams-%d", time.Now().UnixNano(), n)})
	if err != nil {
		panic(err) // a map of strings can always be encoded
	}
	header := "Authorization: Bearer " + p.Token + "\r\nAccept: text/event-stream\r\n"
	return load.Stream{Addr: r.addr, Request: load.PostRequest(r.addr, "/api/messages/"+p.Conversation+"/stream", header, string(body)), PieceCount: r.pieceCount, OnPiece: onPiece}
}

// pause waits for d. If ctx ends first, it returns the error of ctx.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
