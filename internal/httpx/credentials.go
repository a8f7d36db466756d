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
var badCredentialRate = Rate{N: 120, Per: time.Minute}

// credentials caches the results of recent look-ups of secrets. If a network sends many
// wrong secrets, further unknown ones are refused without a query, but not the cached
// ones of signed-in users.
type credentials struct {
	good, bad recent
}

// authenticate returns the owner of the secrets of a call. It counts secrets that are
// not cached as good in the limit badCredentialRate, and removes the count if they turn
// out to be good.
func (a *API) authenticate(ctx context.Context, bearer, cookie string) (core.Actor, error) {
	if bearer == "" && cookie == "" {
		return a.opts.Auth.Authenticate(ctx, "", "")
	}
	key := sha256.Sum256([]byte(bearer + "\x00" + cookie))
	network := Network(ctx)
	if refused, known := a.credentials.bad.get(key, a.opts.Clock.Now()); known {
		a.opts.Security.Repeated(ctx, obs.EventBadToken, network.String(), info(ctx).route)
		return core.Actor{}, refused.err
	}
	_, known := a.credentials.good.get(key, a.opts.Clock.Now())
	if !known {
		if wait, ok := a.countUnknown(network); !ok {
			return core.Actor{}, core.ErrRateLimited.After(wait)
		}
	}
	actor, err := a.opts.Auth.Authenticate(ctx, bearer, cookie)
	if isBadCredential(err) {
		a.credentials.bad.put(key, err, a.opts.Clock.Now())
		a.opts.Security.Repeated(ctx, obs.EventBadToken, network.String(), info(ctx).route)
		return actor, err
	}
	if !known {
		a.uncountUnknown(network)
	}
	if err == nil {
		a.credentials.good.put(key, nil, a.opts.Clock.Now())
	}
	return actor, err
}

// countUnknown counts an unknown secret in every tier of the network. If one is full,
// it counts nothing and returns the time to wait.
func (a *API) countUnknown(n core.Network) (wait time.Duration, ok bool) {
	limit := badCredentialRate.N
	for i, tier := range n.Tiers() {
		if wait, ok := a.limiter.Allow(credentialKey(tier), limit, badCredentialRate.Per); !ok {
			for _, charged := range n.Tiers()[:i] {
				a.limiter.Give(credentialKey(charged), badCredentialRate.Per)
			}
			return wait, false
		}
		limit *= 2
	}
	return 0, true
}

func (a *API) uncountUnknown(n core.Network) {
	for _, tier := range n.Tiers() {
		a.limiter.Give(credentialKey(tier), badCredentialRate.Per)
	}
}

func credentialKey(tier string) string { return "credential:" + tier }

const (
	// maxRecentPerMap is the capacity of each of the two maps of recent.
	maxRecentPerMap = 4096
	// recentLifetime is how long a result is cached. Good secrets are nevertheless looked up
	// in the database at each call; bad ones are not.
	recentLifetime = time.Minute
)

// recent is a bounded cache of verdicts by hashed secrets. When newer is full, it
// becomes older, and the previous older is dropped.
type recent struct {
	mu           sync.Mutex
	newer, older map[[sha256.Size]byte]verdict
}

// verdict is the result of a look-up of secrets, and its time.
type verdict struct {
	err error
	at  time.Time
}

func (c *recent) get(key [sha256.Size]byte, now time.Time) (v verdict, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok = c.newer[key]; !ok {
		v, ok = c.older[key]
	}
	return v, ok && now.Sub(v.at) < recentLifetime
}

func (c *recent) put(key [sha256.Size]byte, err error, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.newer == nil || len(c.newer) >= maxRecentPerMap {
		c.newer, c.older = map[[sha256.Size]byte]verdict{}, c.newer
	}
	c.newer[key] = verdict{err, now}
}
