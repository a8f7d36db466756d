package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"colloquy/bench/load"
	"colloquy/bench/people"
	"colloquy/bench/proc"
	"colloquy/bench/script"
)

// Targets, in the order of the report.
const (
	directTarget = iota // the model server itself
	proxyTarget         // the reverse proxy
	serverTarget        // the server under test
	targetCount
)

var targetNames = [targetCount]string{"direct", "ReverseProxy", "Colloquy"}

// target is a server that is put under load. newStream returns the n-th stream of a phase: the
// request and the expected answer.
type target struct {
	process   *proc.Process
	addr      string
	newStream func(p phase, n int) load.Stream
}

// chatStream returns a target.newStream for a target that speaks the protocol of the model.
func chatStream(addr string) func(p phase, n int) load.Stream {
	return func(p phase, _ int) load.Stream {
		body := toJSON(map[string]any{"model": "fake-1", "stream": true, "messages": []map[string]string{
			{"role": "user", "content": script.UserMessage(p.piecesPerAnswer, p.pieceInterval)},
		}})
		return load.Stream{Addr: addr, Request: load.PostRequest(addr, "/v1/chat/completions", "", body), WantText: script.Text(p.piecesPerAnswer), PieceCount: p.piecesPerAnswer}
	}
}

// messageStream returns a target.newStream for the server under test. Each stream of a load has its
// own user if there are enough users.
func messageStream(addr string, users []people.Person) func(p phase, n int) load.Stream {
	return func(p phase, n int) load.Stream {
		person := users[n%len(users)]
		body := toJSON(map[string]string{
			"content": script.UserMessage(p.piecesPerAnswer, p.pieceInterval), "client_id": fmt.Sprintf("user-%d-%s-%d", time.Now().UnixNano(), p.name, n),
		})
		header := "Authorization: Bearer " + person.Token + "\r\nAccept: text/event-stream\r\n"
		return load.Stream{
			Addr: addr, Request: load.PostRequest(addr, "/api/messages/"+person.Conversation+"/stream", header, body), WantText: script.Text(p.piecesPerAnswer), PieceCount: p.piecesPerAnswer,
		}
	}
}

func toJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // a map of strings can always be encoded
	}
	return string(b)
}

// startProgramInRole starts this program in another role and waits until it answers. args are the role, its
// address, and its other arguments. It returns the start-up time.
func startProgramInRole(ctx context.Context, log io.Writer, args ...string) (*proc.Process, time.Duration, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, 0, err
	}
	p, err := proc.Start(args[0], log, os.Environ(), program, args...)
	if err != nil {
		return nil, 0, err
	}
	ready, err := p.WaitUntilReady(ctx, "http://"+args[1]+"/health")
	if err != nil {
		p.Stop()
	}
	return p, ready, err
}
