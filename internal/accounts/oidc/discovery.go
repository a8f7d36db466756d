package oidc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	provider "github.com/coreos/go-oidc/v3/oidc"

	"colloquy/internal/core"
)

const (
	// Pause after a failed look-up. It doubles with each failure in a row.
	firstRetryPause = time.Second
	maxRetryPause   = time.Minute
	// maxDocumentAge is the age of the provider's document and keys from which they are
	// fetched again, so that a key which the provider has withdrawn is not trusted for ever.
	maxDocumentAge = 24 * time.Hour
)

// discovery looks the provider up at the first use. lock is a channel of capacity 1: one
// of several parallel callers makes the call; the others wait for it, or until their
// context ends.
type discovery struct {
	config Config
	client *httpClient
	lock   chan struct{}
	state  *discovered
}

// discovered is the result of the last look-ups. Times are core.Elapsed.
type discovered struct {
	provider *provider.Provider // nil before the first success
	at       time.Duration      // of the last success
	next     time.Duration      // the earliest time of the next look-up
	pause    time.Duration      // after the next failure
}

func newDiscovery(c Config) discovery {
	return discovery{config: c, client: newHTTPClient(), lock: make(chan struct{}, 1), state: &discovered{pause: firstRetryPause}}
}

// provider returns the provider, or ErrAway. If a refresh fails, it returns the old one.
func (d *discovery) provider(ctx context.Context) (*provider.Provider, error) {
	select {
	case d.lock <- struct{}{}:
		defer func() { <-d.lock }()
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %w", ErrAway, ctx.Err())
	}
	s, now := d.state, core.Elapsed(d.config.Clock)
	if s.provider != nil && now-s.at < maxDocumentAge {
		return s.provider, nil
	}
	err := errPaused
	if now >= s.next {
		err = d.lookUp(ctx, now)
	}
	if s.provider == nil {
		return nil, fmt.Errorf("%w: %w", ErrAway, err)
	}
	return s.provider, nil
}

var errPaused = errors.New("the last look-up has failed; waiting before the next one")

// lookUp fetches the provider's document. The caller holds the lock.
func (d *discovery) lookUp(ctx context.Context, now time.Duration) error {
	s := d.state
	p, err := provider.NewProvider(withClient(ctx, d.client), d.config.Issuer)
	if err == nil {
		err = checkEndpoints(p, d.config.Issuer)
	}
	if err != nil {
		s.next, s.pause = now+s.pause, min(2*s.pause, maxRetryPause)
		return errors.New(cut(err.Error()))
	}
	*s = discovered{provider: p, at: now, pause: firstRetryPause}
	return nil
}

// checkEndpoints refuses a document whose addresses are missing or less safe than the
// issuer.
func checkEndpoints(p *provider.Provider, issuer string) error {
	var keys struct {
		URL string `json:"jwks_uri"`
	}
	if err := p.Claims(&keys); err != nil {
		return err
	}
	home, err := url.Parse(issuer)
	if err != nil {
		return err
	}
	for _, text := range []string{p.Endpoint().AuthURL, p.Endpoint().TokenURL, keys.URL, cmp.Or(p.UserInfoEndpoint(), keys.URL)} {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != home.Scheme {
			return errors.New("the provider's document has no usable addresses")
		}
	}
	return nil
}
