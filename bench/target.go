package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"colloquy/bench/load"
	"colloquy/bench/proc"
	"colloquy/bench/script"
)

// Targets, in the order of the report.
const (
	direct = iota // the model server itself
	proxy         // the reverse proxy
	server        // the server under test
	targetCount
)

var targetNames = [targetCount]string{"direct", "ReverseProxy", "Colloquy"}

// target is a server that receives loads. stream makes the n-th request of a phase.
type target struct {
	process *proc.Process
	addr    string
	stream  func(p phase, n int) load.Stream
}

// chatStream returns a stream function for the model's own protocol.
func chatStream(addr string) func(p phase, n int) load.Stream {
	return func(p phase, _ int) load.Stream {
		body := toJSON(map[string]any{"model": "fake-1", "stream": true, "messages": []map[string]string{
			{"role": "user", "content": script.Ask(p.pieces, p.every)},
		}})
		return load.Stream{Addr: addr, Request: load.PostRequest(addr, "/v1/chat/completions", "", body), Want: script.Text(p.pieces), Pieces: p.pieces}
	}
}

// messageStream returns a stream function for the server. Each stream of a load has its
// own user while there are enough users.
func messageStream(addr string, people []person) func(p phase, n int) load.Stream {
	return func(p phase, n int) load.Stream {
		who := people[n%len(people)]
		body := toJSON(map[string]string{
			"content": script.Ask(p.pieces, p.every), "client_id": fmt.Sprintf("user-%d-%s-%d", time.Now().UnixNano(), p.name, n),
		})
		header := "Authorization: Bearer " + who.token + "\r\nAccept: text/event-stream\r\n"
		return load.Stream{
			Addr: addr, Request: load.PostRequest(addr, "/api/messages/"+who.conversation+"/stream", header, body), Want: script.Text(p.pieces), Pieces: p.pieces,
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

// startSelf starts this program in another role and waits until it answers.
func startSelf(ctx context.Context, log io.Writer, args ...string) (*proc.Process, time.Duration, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, 0, err
	}
	p, err := proc.Start(args[0], log, os.Environ(), program, args...)
	if err != nil {
		return nil, 0, err
	}
	ready, err := p.Ready(ctx, "http://"+args[1]+"/health")
	if err != nil {
		p.Stop()
	}
	return p, ready, err
}

// serverEnv returns environ without settings of the server, plus the given settings.
func serverEnv(environ []string, settings ...string) []string {
	env := make([]string, 0, len(environ)+len(settings))
	for _, e := range environ {
		if !strings.HasPrefix(e, "COLLOQUY_") {
			env = append(env, e)
		}
	}
	return append(env, settings...)
}
