package app

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/config"
	"colloquy/internal/doctor"
	"colloquy/internal/httpx/redisrate"
	"colloquy/internal/live"
	"colloquy/internal/live/redislog"
	"colloquy/internal/obs"
	"colloquy/internal/redisdb"
)

// flushTimeout is how long the shutdown waits until Redis has the last events.
const flushTimeout = 2 * time.Second

// setLiveLogs chooses the event logs of replies: shared through Redis if Redis is configured, else
// in memory. The service also starts if Redis does not answer. The health check then reports Redis.
// Rule operations-ready.
func (a *App) setLiveLogs() (err error) {
	if a.opts.Config.RedisURL == "" {
		a.live = live.NewMemoryLogs(live.Options{Clock: a.opts.Clock})
		return nil
	}
	if a.redis, err = redisdb.Open(a.opts.Config.RedisURL.Reveal()); err != nil {
		return err
	}
	a.health.AddOptionalCheck("redis", a.redis.Ping)
	a.metrics.RegisterRedisFailureCount(a.redis.FailureCount)
	a.redisLiveLogs = redislog.New(a.redis, redislog.Options{Clock: a.opts.Clock})
	a.live = a.redisLiveLogs
	return nil
}

// startRedisLoops runs the loops that share event logs and counts of calls with other processes,
// until ctx ends.
func (a *App) startRedisLoops(ctx context.Context, loops *obs.Loops) {
	if a.redis == nil {
		return
	}
	a.redisLiveLogs.Start(ctx, loops)
	a.api.Limiter().StartSharingCounts()
	loops.Go(ctx, "http.limits", func(ctx context.Context) { redisrate.RunExchangeLoop(ctx, a.redis, a.api.Limiter()) })
}

// flushLiveLogs sends the last events to Redis. If it fails, a reader at another process gets
// the text from the row of the reply.
func (a *App) flushLiveLogs(ctx context.Context) {
	if a.redisLiveLogs == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTimeout)
	defer cancel()
	if err := a.redisLiveLogs.Flush(ctx); err != nil {
		a.opts.Log.WarnContext(ctx, "the last events of replies are not in Redis", "error", err.Error())
	}
}

func (a *App) describeRedisSetup() string {
	if a.redis == nil {
		return "none"
	}
	return "shared by the processes of this service"
}

// examineRedis checks that Redis answers, if one is configured. Rule operations-doctor.
func examineRedis(ctx context.Context, c config.Config) []doctor.Finding {
	if c.RedisURL == "" {
		return oneFinding(doctor.Good, "none is configured; one process needs none", "")
	}
	client, err := redisdb.Open(c.RedisURL.Reveal())
	if err != nil {
		return oneFinding(doctor.Bad, err.Error(), "correct COLLOQUY_REDIS_URL")
	}
	if err := errors.Join(client.Ping(ctx), client.Close()); err != nil {
		return oneFinding(doctor.Bad, "it does not answer: "+err.Error(), "check host, port and password in COLLOQUY_REDIS_URL; without it readers at another process get the text of a reply once a second")
	}
	return oneFinding(doctor.Good, "it answers", "")
}
