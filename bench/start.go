package main

import (
	"context"
	"os"
	"time"

	"colloquy/bench/proc"
)

// startAll starts the model, the proxy and the server. It stores their start-up times, unless
// prepareDatabase calls it. After an error it stops all processes.
func (r *runner) startAll(ctx context.Context) (at [targetCount]target, err error) {
	defer func() {
		if err != nil {
			stopAll(at)
		}
	}()
	for i := range at {
		if at[i].addr, err = proc.FreeAddr(); err != nil {
			return at, err
		}
	}
	var startTimes [targetCount]time.Duration
	if at[direct].process, startTimes[direct], err = startRole(ctx, r.log, roleModel, at[direct].addr); err != nil {
		return at, err
	}
	if at[proxy].process, startTimes[proxy], err = startRole(ctx, r.log, roleProxy, at[proxy].addr, "http://"+at[direct].addr); err != nil {
		return at, err
	}
	if at[server].process, startTimes[server], err = r.startServer(ctx, at[server].addr, at[direct].addr); err != nil {
		return at, err
	}
	at[direct].stream, at[proxy].stream = chatStream(at[direct].addr), chatStream(at[proxy].addr)
	at[server].stream = messageStream(at[server].addr, r.people)
	if r.start.IsZero() {
		return at, nil // prepareDatabase has not filled the database yet
	}
	for i := range startTimes {
		r.results.startMillis[i] = append(r.results.startMillis[i], millis(startTimes[i]))
	}
	return at, nil
}

// startServer starts the server under test with a model at the address model. It waits for the
// health check and then for the list of characters, and stores the time until the list, unless
// prepareDatabase runs. healthTime is the time until the health check succeeded.
func (r *runner) startServer(ctx context.Context, addr, model string) (p *proc.Process, healthTime time.Duration, err error) {
	settings := []string{
		"COLLOQUY_ADDR=" + addr, "COLLOQUY_DATA_DIR=" + r.dataDir, "COLLOQUY_DATABASE_URL=" + r.databaseURL,
		"COLLOQUY_LLM_URL=http://" + model + "/v1", "COLLOQUY_LLM_MODEL=fake-1",
	}
	if r.options.profile != "" {
		if r.metricsAddr, err = proc.FreeAddr(); err != nil {
			return nil, 0, err
		}
		settings = append(settings, "COLLOQUY_METRICS_ADDR="+r.metricsAddr)
	}
	if p, err = proc.Start(targetNames[server], r.log, proc.ServerEnv(os.Environ(), settings...), r.server, "serve"); err != nil {
		return nil, 0, err
	}
	if healthTime, err = p.WaitUntilReady(ctx, "http://"+addr+"/healthz"); err != nil {
		p.Stop()
		return nil, 0, err
	}
	listTime, err := p.WaitUntilReady(ctx, "http://"+addr+"/api/characters")
	if err != nil {
		p.Stop()
		return nil, 0, err
	}
	if !r.start.IsZero() {
		r.results.listedMillis = append(r.results.listedMillis, millis(listTime))
	}
	return p, healthTime, nil
}

// stopAll stops the processes, the model last.
func stopAll(at [targetCount]target) {
	for i := len(at) - 1; i >= 0; i-- {
		if at[i].process != nil {
			at[i].process.Stop()
		}
	}
}
