package httpx

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/obs"
)

// badCredentials bounds how many unknown secrets one network may send that open
// nothing. A /56 may send twice as many, a /48 four times.
var badCredentials = Rate{N: 120, Per: time.Minute}

// credentials remembers secrets that were looked up lately, so that a network
// that sends many bad ones is refused before the database is asked, and those
// who are signed in there are not.
type credentials struct {
	good, bad recent
}

// authenticate finds out whose the secrets of a call are. A secret that is not
// known to be good takes a place in the network's budget and gives it back when
// it turns out to be good.
func (a *API) authenticate(ctx context.Context, bearer, cookie string) (core.Actor, error) {
	if bearer == "" && cookie == "" {
		return a.opts.Auth.Authenticate(ctx, "", "")
	}
	key := sha256.Sum256([]byte(bearer + "\x00" + cookie))
	network := Network(ctx)
	if was, known := a.credentials.bad.get(key, a.opts.Clock.Now()); known {
		a.opts.Security.Repeated(ctx, obs.EventBadToken, network.String(), info(ctx).route)
		return core.Actor{}, was.err
	}
	_, known := a.credentials.good.get(key, a.opts.Clock.Now())
	if !known {
		if wait, ok := a.takeUnknown(network); !ok {
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
		a.giveUnknown(network)
	}
	if err == nil {
		a.credentials.good.put(key, nil, a.opts.Clock.Now())
	}
	return actor, err
}

// takeUnknown counts an unknown secret under every tier of the network.
func (a *API) takeUnknown(n core.Network) (wait time.Duration, ok bool) {
	most := badCredentials.N
	for i, tier := range n.Tiers() {
		if wait, ok := a.limiter.Allow(credentialKey(tier), most, badCredentials.Per); !ok {
			for _, taken := range n.Tiers()[:i] {
				a.limiter.Give(credentialKey(taken), badCredentials.Per)
			}
			return wait, false
		}
		most *= 2
	}
	return 0, true
}

func (a *API) giveUnknown(n core.Network) {
	for _, tier := range n.Tiers() {
		a.limiter.Give(credentialKey(tier), badCredentials.Per)
	}
}

func credentialKey(tier string) string { return "credential:" + tier }

const (
	// maxRecent bounds the secrets of each of the two generations of recent.
	maxRecent = 4096
	// recentFor is how long a secret is remembered. A session that ends is asked
	// for in the database each time; this bounds how long a bad one is not.
	recentFor = time.Minute
)

// recent is a bounded set of hashed secrets. When it is full the older half goes.
type recent struct {
	mu           sync.Mutex
	newer, older map[[sha256.Size]byte]verdict
}

// verdict is what looking a secret up gave, and when.
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
	return v, ok && now.Sub(v.at) < recentFor
}

func (c *recent) put(key [sha256.Size]byte, err error, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.newer == nil || len(c.newer) >= maxRecent {
		c.newer, c.older = map[[sha256.Size]byte]verdict{}, c.newer
	}
	c.newer[key] = verdict{err, now}
}
