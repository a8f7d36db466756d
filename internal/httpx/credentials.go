package httpx

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/obs"
)

// badCredentialRate limits the wrong secrets of one network. A /56 may send twice as many,
// a /48 four times as many.
var badCredentialRate = Rate{N: 120, Period: time.Minute}

// credentialCache caches the results of recent look-ups of secrets. After too many wrong secrets from a
// network, its uncached secrets are refused without a query. Cached secrets of signed-in users are
// still accepted.
type credentialCache struct {
	goodVerdicts, badVerdicts credentialVerdictCache
}

// authenticate returns the owner of the secrets of a call. Before a look-up it counts uncached
// secrets against badCredentialRate. If the secrets are not bad, it removes this count again.
func (a *API) authenticate(ctx context.Context, bearer, cookie string) (core.Actor, error) {
	if bearer == "" && cookie == "" {
		return a.opts.Auth.Authenticate(ctx, "", "")
	}
	key := sha256.Sum256([]byte(bearer + "\x00" + cookie))
	network := Network(ctx)
	if refused, known := a.credentials.badVerdicts.get(key, a.opts.Clock.Now()); known {
		a.opts.Security.RecordRepeated(ctx, obs.EventBadToken, network.String(), requestInfoOf(ctx).route)
		return core.Actor{}, refused.err
	}
	_, isKnownGood := a.credentials.goodVerdicts.get(key, a.opts.Clock.Now())
	if !isKnownGood {
		if wait, ok := a.countUnknownSecret(network); !ok {
			return core.Actor{}, core.ErrRateLimited.WithRetryAfter(wait)
		}
	}
	actor, err := a.opts.Auth.Authenticate(ctx, bearer, cookie)
	if isBadCredential(err) {
		a.credentials.badVerdicts.put(key, err, a.opts.Clock.Now())
		a.opts.Security.RecordRepeated(ctx, obs.EventBadToken, network.String(), requestInfoOf(ctx).route)
		return actor, err
	}
	if !isKnownGood {
		a.uncountUnknownSecret(network)
	}
	if err == nil {
		a.credentials.goodVerdicts.put(key, nil, a.opts.Clock.Now())
	}
	return actor, err
}

// countUnknownSecret counts an unknown secret in every tier of the network. If a tier is
// full, it counts nothing and returns the time to wait.
func (a *API) countUnknownSecret(n core.Network) (wait time.Duration, ok bool) {
	limit := badCredentialRate.N
	for i, tier := range n.Tiers() {
		if wait, ok := a.limiter.Allow(credentialLimitKey(tier), limit, badCredentialRate.Period); !ok {
			for _, charged := range n.Tiers()[:i] {
				a.limiter.Uncount(credentialLimitKey(charged), badCredentialRate.Period)
			}
			return wait, false
		}
		limit *= 2
	}
	return 0, true
}

func (a *API) uncountUnknownSecret(n core.Network) {
	for _, tier := range n.Tiers() {
		a.limiter.Uncount(credentialLimitKey(tier), badCredentialRate.Period)
	}
}

func credentialLimitKey(tier string) string { return "credential:" + tier }

const (
	// maxVerdictsPerMap is the capacity of each of the two maps of a credentialVerdictCache.
	maxVerdictsPerMap = 4096
	// verdictLifetime is how long a result is cached. Cached bad secrets are refused without a
	// query. Cached good secrets are looked up at each call, but do not count against
	// badCredentialRate.
	verdictLifetime = time.Minute
)

// credentialVerdictCache is a bounded cache of verdicts by hashed secrets. When newerVerdicts is full, it
// replaces olderVerdicts, and an empty map replaces newerVerdicts.
type credentialVerdictCache struct {
	mu                           sync.Mutex
	newerVerdicts, olderVerdicts map[[sha256.Size]byte]verdict
}

// verdict is the result of a look-up of secrets, and its time.
type verdict struct {
	err error // nil for good secrets
	at  time.Time
}

func (c *credentialVerdictCache) get(key [sha256.Size]byte, now time.Time) (v verdict, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok = c.newerVerdicts[key]; !ok {
		v, ok = c.olderVerdicts[key]
	}
	return v, ok && now.Sub(v.at) < verdictLifetime
}

func (c *credentialVerdictCache) put(key [sha256.Size]byte, err error, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.newerVerdicts == nil || len(c.newerVerdicts) >= maxVerdictsPerMap {
		c.newerVerdicts, c.olderVerdicts = map[[sha256.Size]byte]verdict{}, c.newerVerdicts
	}
	c.newerVerdicts[key] = verdict{err, now}
}
