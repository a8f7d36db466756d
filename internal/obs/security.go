package obs

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// Names of the platform's security events. Rooms name their own, such as
// "sign-in failed".
const (
	EventStarted      = "started"
	EventStopped      = "stopped"
	EventLimitHit     = "limit hit"
	EventBadToken     = "bad token"
	EventHostRefused  = "host refused"
	EventConnsRefused = "connections refused"
)

const (
	// repeatPause is how long a repeated event is counted before it is written
	// again.
	repeatPause = time.Minute
	// maxRepeats bounds the events that are counted at once. Beyond it the
	// networks share one line for each event.
	maxRepeats = 4096
	// securityHashBytes of HMAC-SHA-256 tell networks and accounts apart.
	securityHashBytes = 8
)

// Security writes security events to the log, at level info, one line each,
// and counts them in the metrics. Networks and accounts are written as keyed
// hashes: lines of one network can be put together, but neither can be read or
// guessed without the installation's key. It is safe for concurrent use; a nil
// Security does nothing.
type Security struct {
	log     *slog.Logger
	key     []byte
	metrics *Metrics
	now     func() time.Time

	mu      sync.Mutex
	repeats map[string]*repeated
	swept   time.Time
}

// repeated counts an event since its last line.
type repeated struct {
	name, network, route string
	since                time.Time
	count                int
}

// NewSecurity returns a Security that hashes with key (32 random bytes of the
// installation). A nil log means slog.Default, nil metrics count nothing.
func NewSecurity(log *slog.Logger, key []byte, m *Metrics) *Security {
	if log == nil {
		log = slog.Default()
	}
	return &Security{log: log, key: key, metrics: m, now: time.Now, repeats: map[string]*repeated{}}
}

// Event writes one line. Name is a constant text such as "sign-in failed".
// Network is a core.Network's text, account a user's id or the address that
// was typed; both are hashed, and left out when empty. Attrs must hold nothing
// private.
func (s *Security) Event(ctx context.Context, name, network, account string, attrs ...slog.Attr) {
	if s == nil {
		return
	}
	s.metrics.SecurityEvent(name)
	s.write(ctx, name, network, account, attrs...)
}

// Repeated is Event for what a flood can cause: of one event, network and
// route it writes the first at once, and then at most one line a minute with
// the count of those since. Route is a template, never a path.
func (s *Security) Repeated(ctx context.Context, name, network, route string) {
	if s == nil {
		return
	}
	s.metrics.SecurityEvent(name)
	for _, r := range s.count(name, network, route) {
		s.writeRepeated(ctx, r)
	}
}

// Flush writes the counts that wait for their line. It is called when the
// process stops.
func (s *Security) Flush(ctx context.Context) {
	if s == nil {
		return
	}
	s.mu.Lock()
	due := s.due(s.now().Add(repeatPause))
	s.mu.Unlock()
	for _, r := range due {
		s.writeRepeated(ctx, r)
	}
}

// count adds one event and returns what is due to be written.
func (s *Security) count(name, network, route string) []repeated {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	var out []repeated
	if now.Sub(s.swept) >= repeatPause {
		out, s.swept = s.due(now), now
	}
	key := strings.Join([]string{name, network, route}, "\x00")
	r, known := s.repeats[key]
	if !known && len(s.repeats) >= maxRepeats {
		network, key = "many", strings.Join([]string{name, "many", ""}, "\x00")
		route = ""
		r, known = s.repeats[key]
	}
	if !known {
		s.repeats[key] = &repeated{name: name, network: network, route: route, since: now}
		return append(out, repeated{name: name, network: network, route: route, count: 1})
	}
	r.count++
	if now.Sub(r.since) >= repeatPause {
		out = append(out, *r)
		r.since, r.count = now, 0
	}
	return out
}

// due removes the counts that are older than a minute and returns those that
// are not zero.
func (s *Security) due(now time.Time) (out []repeated) {
	for key, r := range s.repeats {
		if now.Sub(r.since) < repeatPause {
			continue
		}
		delete(s.repeats, key)
		if r.count > 0 {
			out = append(out, *r)
		}
	}
	return out
}

func (s *Security) writeRepeated(ctx context.Context, r repeated) {
	attrs := []slog.Attr{slog.Int("count", r.count)}
	if r.route != "" {
		attrs = append(attrs, slog.String("route", r.route))
	}
	s.write(ctx, r.name, r.network, "", attrs...)
}

func (s *Security) write(ctx context.Context, name, network, account string, attrs ...slog.Attr) {
	all := make([]slog.Attr, 0, len(attrs)+3)
	all = append(all, slog.String("event", name))
	if network != "" {
		all = append(all, slog.String("network", s.hash("network", network)))
	}
	if account != "" {
		all = append(all, slog.String("account", s.hash("account", account)))
	}
	s.log.LogAttrs(ctx, slog.LevelInfo, "security", append(all, attrs...)...)
}

func (s *Security) hash(kind, value string) string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(kind + "\x00" + value))
	return hex.EncodeToString(mac.Sum(nil)[:securityHashBytes])
}
