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

// Times of the look-up. Rule accounts-google-provider.
const (
	// Pauses after a failed look-up. The pause doubles with each further failure.
	firstRetryPause = time.Second
	maxRetryPause   = time.Minute
	// maxDocumentAge is how long the client uses the provider's document and keys. Then it fetches
	// them again, so that it stops trusting a key that the provider has withdrawn.
	maxDocumentAge = 24 * time.Hour
)

// discovery looks up the provider at the first use. lock is a mutex: a channel of capacity 1. One
// of several parallel callers looks up the provider. The others wait for it, at most until their
// context ends.
type discovery struct {
	config Config
	client *httpClient
	lock   chan struct{}
	state  *discoveryState
}

// discoveryState is what discovery knows after the last look-up. Its times are results of
// core.Elapsed.
type discoveryState struct {
	provider    *provider.Provider // nil before the first success
	lastSuccess time.Duration      // time of the last success
	nextLookUp  time.Duration      // earliest time of the next look-up
	nextPause   time.Duration      // how long to wait after the next failure
}

func newDiscovery(c Config) discovery {
	return discovery{config: c, client: newHTTPClient(), lock: make(chan struct{}, 1), state: &discoveryState{nextPause: firstRetryPause}}
}

// currentProvider returns the provider, or ErrUnreachable. If a refresh fails, it returns the
// provider of the earlier look-up.
func (d *discovery) currentProvider(ctx context.Context) (*provider.Provider, error) {
	select {
	case d.lock <- struct{}{}:
		defer func() { <-d.lock }()
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, ctx.Err())
	}
	s, now := d.state, core.Elapsed(d.config.Clock)
	if s.provider != nil && now-s.lastSuccess < maxDocumentAge {
		return s.provider, nil
	}
	err := errLookUpPaused
	if now >= s.nextLookUp {
		err = d.fetchDocument(ctx, now)
	}
	if s.provider == nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return s.provider, nil
}

// errLookUpPaused is the error of a call during the pause after a failed look-up.
var errLookUpPaused = errors.New("the last look-up has failed; waiting before the next one")

// fetchDocument fetches the provider's document. The caller holds the lock.
func (d *discovery) fetchDocument(ctx context.Context, now time.Duration) error {
	s := d.state
	p, err := provider.NewProvider(contextWithClient(ctx, d.client), d.config.Issuer)
	if err == nil {
		err = checkEndpoints(p, d.config.Issuer)
	}
	if err != nil {
		s.nextLookUp, s.nextPause = now+s.nextPause, min(2*s.nextPause, maxRetryPause)
		return errors.New(shortenForLog(err.Error()))
	}
	*s = discoveryState{provider: p, lastSuccess: now, nextPause: firstRetryPause}
	return nil
}

// checkEndpoints returns an error if an address of the provider's document is missing, or is
// not https although the issuer is.
func checkEndpoints(p *provider.Provider, issuer string) error {
	var keys struct {
		URL string `json:"jwks_uri"`
	}
	if err := p.Claims(&keys); err != nil {
		return err
	}
	issuerURL, err := url.Parse(issuer)
	if err != nil {
		return err
	}
	for _, text := range []string{p.Endpoint().AuthURL, p.Endpoint().TokenURL, keys.URL, cmp.Or(p.UserInfoEndpoint(), keys.URL)} {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != issuerURL.Scheme {
			return errors.New("the provider's document has no usable addresses")
		}
	}
	return nil
}
