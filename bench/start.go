package main

import (
	"context"
	"os"
	"time"

	"colloquy/bench/proc"
)

// startTargets starts the model, the proxy and the server. It stores their start-up times, unless
// prepareDatabase calls it. After an error it stops all processes.
func (r *runner) startTargets(ctx context.Context) (targets [targetCount]target, err error) {
	defer func() {
		if err != nil {
			stopTargets(targets)
		}
	}()
	for i := range targets {
		if targets[i].addr, err = proc.FreeAddr(); err != nil {
			return targets, err
		}
	}
	var startTimes [targetCount]time.Duration
	if targets[directTarget].process, startTimes[directTarget], err = startProgramInRole(ctx, r.log, roleModel, targets[directTarget].addr); err != nil {
		return targets, err
	}
	if targets[proxyTarget].process, startTimes[proxyTarget], err = startProgramInRole(ctx, r.log, roleProxy, targets[proxyTarget].addr, "http://"+targets[directTarget].addr); err != nil {
		return targets, err
	}
	if targets[serverTarget].process, startTimes[serverTarget], err = r.startServer(ctx, targets[serverTarget].addr, targets[directTarget].addr); err != nil {
		return targets, err
	}
	targets[directTarget].newStream, targets[proxyTarget].newStream = chatStream(targets[directTarget].addr), chatStream(targets[proxyTarget].addr)
	targets[serverTarget].newStream = messageStream(targets[serverTarget].addr, r.people)
	if r.start.IsZero() {
		return targets, nil // the caller is prepareDatabase: a start before the database is filled does not count
	}
	for i := range startTimes {
		r.results.startMillis[i] = append(r.results.startMillis[i], millis(startTimes[i]))
	}
	return targets, nil
}

// startServer starts the server under test. The argument model is the address of the server's
// model. healthTime is the time until the health check succeeds. Then startServer waits for the
// list of characters. It stores the time until the list in results.firstListMillis. For
// prepareDatabase it stores no time, because the database is not filled yet.
func (r *runner) startServer(ctx context.Context, addr, model string) (p *proc.Process, healthTime time.Duration, err error) {
	settings := []string{
		"COLLOQUY_ADDR=" + addr, "COLLOQUY_DATA_DIR=" + r.dataDir, "COLLOQUY_DATABASE_URL=" + r.databaseURL,
		"COLLOQUY_LLM_URL=http://" + model + "/v1", "COLLOQUY_LLM_MODEL=fake-1",
	}
	if r.options.profileDir != "" {
		if r.metricsAddr, err = proc.FreeAddr(); err != nil {
			return nil, 0, err
		}
		settings = append(settings, "COLLOQUY_METRICS_ADDR="+r.metricsAddr)
	}
	if p, err = proc.Start(targetNames[serverTarget], r.log, proc.ServerEnv(os.Environ(), settings...), r.serverBinary, "serve"); err != nil {
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
		r.results.firstListMillis = append(r.results.firstListMillis, millis(listTime))
	}
	return p, healthTime, nil
}

// stopTargets stops the processes, the model last.
func stopTargets(targets [targetCount]target) {
	for i := len(targets) - 1; i >= 0; i-- {
		if targets[i].process != nil {
			targets[i].process.Stop()
		}
	}
}
