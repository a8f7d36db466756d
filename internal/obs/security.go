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

// Names of the security events of the HTTP layer and the process. Features define more,
// such as "sign-in failed".
const (
	EventStarted      = "started"
	EventStopped      = "stopped"
	EventLimitHit     = "limit hit"
	EventBadToken     = "bad token"
	EventHostRefused  = "host refused"
	EventConnsRefused = "connections refused"
)

const (
	// repeatInterval is the least time between two lines of a repeated event.
	repeatInterval = time.Minute
	// maxCountedEvents is the number of repeated events that are counted separately. Further
	// events share one line for each event name.
	maxCountedEvents = 4096
	// securityHashBytes is the length of the hash of a network or account in bytes.
	securityHashBytes = 8
)

// SecurityLog writes security events to the log, at level info, one line each, and counts them in
// the metrics. It logs networks and accounts as keyed hashes: equal networks have equal hashes, and
// only the installation's key relates a hash to a network (rule privacy-security-events).
// SecurityLog is safe for concurrent use. A nil SecurityLog does nothing.
type SecurityLog struct {
	log     *slog.Logger
	hashKey []byte
	metrics *Metrics
	now     func() time.Time

	mu             sync.Mutex
	repeatedEvents map[string]*repeatedEvent
	sweptAt        time.Time // time of the last call of takeDueEvents by countRepeatedEvent
}

// repeatedEvent is an event with the number of its repetitions since its last line.
type repeatedEvent struct {
	name, network, route string
	lastLineAt           time.Time // time of the last line
	eventCount           int
}

// NewSecurityLog returns a SecurityLog that hashes with key (32 random bytes of the
// installation). A nil log means slog.Default; nil metrics are allowed.
func NewSecurityLog(log *slog.Logger, key []byte, m *Metrics) *SecurityLog {
	if log == nil {
		log = slog.Default()
	}
	return &SecurityLog{log: log, hashKey: key, metrics: m, now: time.Now, repeatedEvents: map[string]*repeatedEvent{}}
}

// RecordEvent writes one line. name is a constant such as "sign-in failed". network is the text of
// a core.Network. account is a user id or an email address. RecordEvent hashes network and account.
// An empty network or account is left out. attrs must contain no private values.
func (s *SecurityLog) RecordEvent(ctx context.Context, name, network, account string, attrs ...slog.Attr) {
	if s == nil {
		return
	}
	s.metrics.CountSecurityEvent(name)
	s.writeLine(ctx, name, network, account, attrs...)
}

// RecordRepeated is like RecordEvent, for events that a flood of requests can cause. It writes the
// first event of a name, network and route at once. Then it writes at most one line a minute, with
// the number of events since the last line. route is a template, not a path.
func (s *SecurityLog) RecordRepeated(ctx context.Context, name, network, route string) {
	if s == nil {
		return
	}
	s.metrics.CountSecurityEvent(name)
	for _, r := range s.countRepeatedEvent(name, network, route) {
		s.writeRepeatedEvent(ctx, r)
	}
}

// Flush writes the counts that have not been written. Call it when the process stops.
func (s *SecurityLog) Flush(ctx context.Context) {
	if s == nil {
		return
	}
	s.mu.Lock()
	dueEvents := s.takeDueEvents(s.now().Add(repeatInterval))
	s.mu.Unlock()
	for _, r := range dueEvents {
		s.writeRepeatedEvent(ctx, r)
	}
}

// countRepeatedEvent counts one event and returns the events for which a line is due.
func (s *SecurityLog) countRepeatedEvent(name, network, route string) []repeatedEvent {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	var out []repeatedEvent
	if now.Sub(s.sweptAt) >= repeatInterval {
		out, s.sweptAt = s.takeDueEvents(now), now
	}
	key := strings.Join([]string{name, network, route}, "\x00")
	r, found := s.repeatedEvents[key]
	if !found && len(s.repeatedEvents) >= maxCountedEvents {
		network, key = "many", strings.Join([]string{name, "many", ""}, "\x00")
		route = ""
		r, found = s.repeatedEvents[key]
	}
	if !found {
		s.repeatedEvents[key] = &repeatedEvent{name: name, network: network, route: route, lastLineAt: now}
		return append(out, repeatedEvent{name: name, network: network, route: route, eventCount: 1})
	}
	r.eventCount++
	if now.Sub(r.lastLineAt) >= repeatInterval {
		out = append(out, *r)
		r.lastLineAt, r.eventCount = now, 0
	}
	return out
}

// takeDueEvents removes the events whose last line is older than repeatInterval. It returns those
// that were repeated since that line.
func (s *SecurityLog) takeDueEvents(now time.Time) (out []repeatedEvent) {
	for key, r := range s.repeatedEvents {
		if now.Sub(r.lastLineAt) < repeatInterval {
			continue
		}
		delete(s.repeatedEvents, key)
		if r.eventCount > 0 {
			out = append(out, *r)
		}
	}
	return out
}

func (s *SecurityLog) writeRepeatedEvent(ctx context.Context, r repeatedEvent) {
	attrs := []slog.Attr{slog.Int("count", r.eventCount)}
	if r.route != "" {
		attrs = append(attrs, slog.String("route", r.route))
	}
	s.writeLine(ctx, r.name, r.network, "", attrs...)
}

func (s *SecurityLog) writeLine(ctx context.Context, name, network, account string, attrs ...slog.Attr) {
	allAttrs := make([]slog.Attr, 0, len(attrs)+3)
	allAttrs = append(allAttrs, slog.String("event", name))
	if network != "" {
		allAttrs = append(allAttrs, slog.String("network", s.keyedHash("network", network)))
	}
	if account != "" {
		allAttrs = append(allAttrs, slog.String("account", s.keyedHash("account", account)))
	}
	s.log.LogAttrs(ctx, slog.LevelInfo, "security", append(allAttrs, attrs...)...)
}

func (s *SecurityLog) keyedHash(kind, value string) string {
	mac := hmac.New(sha256.New, s.hashKey)
	mac.Write([]byte(kind + "\x00" + value))
	return hex.EncodeToString(mac.Sum(nil)[:securityHashBytes])
}
