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

// eventLog records events.
type eventLog struct {
	mu   sync.Mutex
	list []string
}

func (l *eventLog) Event(_ context.Context, name, network, account string, _ ...slog.Attr) {
	l.add(name, network, account)
}

func (l *eventLog) Repeated(_ context.Context, name, network, route string) {
	l.add(name, network, route)
}

func (l *eventLog) add(what ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, fmt.Sprint(what))
}

func TestSecurityEvents(t *testing.T) {
	each(t, func(t *testing.T, b *harness) {
		events := &eventLog{}
		b.deps.Events = events
		u := b.register(ada)
		s := b.login(ada)
		for range failuresPerQuarter + 1 {
			b.tryLogin(elsewhere, "ADA@post.example")
		}
		if err := b.Logout(t.Context(), here, s.Bearer, s.Cookie); err != nil {
			t.Fatal(err)
		}
		if err := b.Logout(t.Context(), here, s.Bearer, ""); err != nil {
			t.Fatal(err)
		}
		for i := range revealsPerHour + 1 {
			b.Register(t.Context(), core.NetworkOf("2001:db8::1"), Registration{"Eve", ada, goodPassword})
			if i == revealsPerHour-1 && events.list[len(events.list)-1] == "[registration refused 2001:db8::/64 /auth/register]" {
				t.Error("refused too early")
			}
		}
		want := []string{fmt.Sprint([]string{"registered", here.String(), u.ID}), fmt.Sprint([]string{"signed in", here.String(), u.ID})}
		for range failuresPerQuarter {
			want = append(want, fmt.Sprint([]string{"sign-in failed", elsewhere.String(), ada}))
		}
		want = append(want, fmt.Sprint([]string{"sign-in refused", elsewhere.String(), "/auth/login"}),
			fmt.Sprint([]string{"signed out", here.String(), u.ID}), "[registration refused 2001:db8::/64 /auth/register]")
		if !slices.Equal(events.list, want) {
			t.Errorf("events\n%q, want\n%q", events.list, want)
		}
	})
}
