package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"time"

	"colloquy/bench/load"
	"colloquy/bench/proc"
	"colloquy/internal/storage"
)

// measurement is the measurement of one step.
type measurement struct {
	options
	step
	dbOptions storage.Options
	figures   *figures
	start     time.Time // of the step
	modelAddr string    // address of the model server, or ""
	addr      string    // address of the server
	client    http.Client
}

// printProgress prints the step, the time since the step began, and text. text says what the step
// does now.
func (m *measurement) printProgress(text string) {
	fmt.Printf("%s, %.0f s: %s\n", m.step, time.Since(m.start).Seconds(), text)
}

// startServer starts the server on the step's database and waits until it lists characters.
// healthTime is the time until the health check succeeds, listTime the time until the list.
func (m *measurement) startServer(ctx context.Context) (p *proc.Process, healthTime, listTime time.Duration, err error) {
	if m.addr, err = proc.FreeAddr(); err != nil {
		return nil, 0, 0, err
	}
	settings := []string{"COLLOQUY_ADDR=" + m.addr, "COLLOQUY_DATA_DIR=" + m.dbOptions.DataDir, "COLLOQUY_DATABASE_URL=" + m.dbOptions.URL, "COLLOQUY_TRUSTED_PROXIES=127.0.0.1"}
	if m.modelAddr != "" {
		settings = append(settings, "COLLOQUY_LLM_URL="+m.modelAddr+"/v1", "COLLOQUY_LLM_MODEL=fake-1")
	}
	if p, err = proc.Start("server", io.Discard, proc.ServerEnv(os.Environ(), settings...), m.serverBinary, "serve"); err != nil {
		return nil, 0, 0, err
	}
	if healthTime, err = p.WaitUntilReady(ctx, "http://"+m.addr+"/healthz"); err == nil {
		listTime, err = p.WaitUntilReady(ctx, "http://"+m.addr+"/api/characters")
	}
	if err != nil {
		p.Stop()
		return nil, 0, 0, err
	}
	return p, healthTime, listTime, nil
}

// seedCharacters starts and stops the server, which loads the characters of the seed into the database.
func (m *measurement) seedCharacters(ctx context.Context) error {
	p, _, _, err := m.startServer(ctx)
	if err != nil {
		return err
	}
	p.Stop()
	return nil
}

// call is a kind of request. The function request returns the n-th request of this kind. The path
// of each request begins with a slash and is below /api.
type call struct {
	name    string
	request func(n int) request
}

// request is one request. network is the client's address as the server sees it, or "".
type request struct {
	method, path   string
	token, network string
	body           any // encoded as JSON unless it is nil
}

// warmUpCalls is the number of calls of each kind before the measured ones.
const warmUpCalls = 5

// measureCalls adds the durations of each kind of call to the figures, in milliseconds.
func (m *measurement) measureCalls(ctx context.Context, calls []call) error {
	for _, c := range calls {
		m.printProgress(c.name)
		durations := make([]time.Duration, 0, m.callCount)
		for n := range warmUpCalls + m.callCount {
			d, err := m.doWithinRate(ctx, c.request(n))
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			if n >= warmUpCalls {
				durations = append(durations, d)
			}
		}
		slices.Sort(durations)
		m.figures.add(c.name, "ms", millis(load.Quantile(durations, 0.5)), millis(load.Quantile(durations, 0.99)))
	}
	return nil
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// doWithinRate makes a request and returns the time until its answer. If the rate limit refuses the
// request, doWithinRate waits for the time in the answer and tries again.
func (m *measurement) doWithinRate(ctx context.Context, r request) (time.Duration, error) {
	for {
		duration, wait, err := m.do(ctx, r)
		if err != nil || wait == 0 {
			return duration, err
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// do makes a request. duration is the time until the end of the answer. For an event stream,
// duration is the time until the headers, because the message is committed then. If the rate limit
// refused the request, wait is the time until the next attempt, else 0.
func (m *measurement) do(ctx context.Context, r request) (duration, wait time.Duration, err error) {
	req, err := m.newRequest(ctx, r)
	if err != nil {
		return 0, 0, err
	}
	start := time.Now()
	resp, err := m.client.Do(req)
	if err != nil {
		return 0, 0, err
	}
	defer resp.Body.Close()
	duration = time.Since(start)
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, 0, err
	}
	if resp.StatusCode == http.StatusTooManyRequests {
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return 0, time.Duration(max(seconds, 1)) * time.Second, nil
	}
	if resp.StatusCode != http.StatusOK {
		return 0, 0, fmt.Errorf("%s %s: status %d: %.200s", r.method, r.path, resp.StatusCode, text)
	}
	if req.Header.Get("Accept") != eventStream {
		duration = time.Since(start)
	}
	return duration, 0, nil
}

const eventStream = "text/event-stream"

func (m *measurement) newRequest(ctx context.Context, r request) (*http.Request, error) {
	var body io.Reader
	if r.body != nil {
		text, err := json.Marshal(r.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, r.method, "http://"+m.addr+"/api"+r.path, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept-Encoding", "gzip") // as browsers send; the answer is not decompressed
	if r.body != nil {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", eventStream)
	}
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	if r.network != "" {
		req.Header.Set("X-Forwarded-For", r.network)
	}
	return req, nil
}
