package accounts

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"

	"colloquy/internal/core"
)

// eventLog is an Events that records each event as text.
type eventLog struct {
	mu     sync.Mutex
	events []string
}

func (l *eventLog) RecordEvent(_ context.Context, name, network, account string, _ ...slog.Attr) {
	l.appendEvent(name, network, account)
}

func (l *eventLog) RecordRepeated(_ context.Context, name, network, route string) {
	l.appendEvent(name, network, route)
}

func (l *eventLog) appendEvent(fields ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, fmt.Sprint(fields))
}

func TestSecurityEventsAreRecorded(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		events := &eventLog{}
		b.deps.Events = events
		u := b.register(adaEmail)
		s := b.login(adaEmail)
		for range failuresPer15Minutes + 1 {
			b.loginWithWrongPassword(otherNetwork, "ADA@post.example")
		}
		if err := b.Logout(t.Context(), homeNetwork, s.Bearer, s.Cookie); err != nil {
			t.Fatal(err)
		}
		if err := b.Logout(t.Context(), homeNetwork, s.Bearer, ""); err != nil {
			t.Fatal(err)
		}
		for i := range revealingAnswersPerHour + 1 {
			b.Register(t.Context(), core.NetworkOf("2001:db8::1"), Registration{"Eve", adaEmail, goodPassword})
			if i == revealingAnswersPerHour-1 && events.events[len(events.events)-1] == "[registration refused 2001:db8::/64 /auth/register]" {
				t.Error("refused too early")
			}
		}
		want := []string{fmt.Sprint([]string{"registered", homeNetwork.String(), u.ID}), fmt.Sprint([]string{"signed in", homeNetwork.String(), u.ID})}
		for range failuresPer15Minutes {
			want = append(want, fmt.Sprint([]string{"sign-in failed", otherNetwork.String(), adaEmail}))
		}
		want = append(want, fmt.Sprint([]string{"sign-in refused", otherNetwork.String(), "/auth/login"}),
			fmt.Sprint([]string{"signed out", homeNetwork.String(), u.ID}), "[registration refused 2001:db8::/64 /auth/register]")
		if !slices.Equal(events.events, want) {
			t.Errorf("events\n%q, want\n%q", events.events, want)
		}
	})
}
