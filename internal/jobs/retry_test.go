package jobs_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"colloquy/internal/jobs"
)

func TestFailuresBackOffAndEnd(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		failureCount := 0
		b.OnFailure(func(kind string) {
			if kind == "k" {
				failureCount++
			}
		})
		b.Handle("k", func(context.Context, []byte) error { return errors.New("mail server says 451") })
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "a"})
		for attempt := 1; attempt < int(jobs.DefaultRetry.MaxAttempts); attempt++ {
			b.runDue(t, 1)
			wait := time.Second << (attempt - 1)
			r := b.rows(t)["k/a"]
			if r.attemptCount != attempt || !r.runAt.Equal(b.clock.Now().Add(wait)) || r.lastError != "mail server says 451" {
				t.Fatalf("after attempt %d: %+v at %v, want a retry in %v", attempt, r, b.clock.Now(), wait)
			}
			b.clock.Advance(wait - time.Millisecond)
			b.runDue(t, 0)
			b.clock.Advance(time.Millisecond)
		}
		if strings.Contains(b.log.String(), "level=ERROR") {
			t.Error("an attempt that is tried again was logged as an error")
		}
		b.runDue(t, 1)
		r := b.rows(t)["k/a"]
		if r.attemptCount != int(jobs.DefaultRetry.MaxAttempts) || r.runAt.Year() != 9999 || r.lastError == "" {
			t.Errorf("after the last attempt: %+v, want it set aside with its error", r)
		}
		if !strings.Contains(b.log.String(), "level=ERROR") || failureCount != int(jobs.DefaultRetry.MaxAttempts) {
			t.Errorf("%d failures counted, log:\n%s", failureCount, b.log)
		}
		b.clock.Advance(100 * 365 * 24 * time.Hour)
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "a"})
		b.runDue(t, 0)
	})
}

// The wait doubles from FirstDelay to MaxDelay, and each attempt has its own jitter. The job fails
// permanently after MaxAttempts attempts.
func TestKindHasItsOwnRetryPolicy(t *testing.T) {
	policy := jobs.RetryPolicy{FirstDelay: time.Minute, MaxDelay: time.Hour, MaxAttempts: 10, Jitter: 0.25}
	eachEngine(t, func(t *testing.T, b *fixture) {
		b.HandleWith("k", policy, func(context.Context, []byte) error { return errors.New("away") })
		list := make([]jobs.Job, 30)
		for i := range list {
			list[i] = jobs.Job{Kind: "k", UniqueKey: strings.Repeat("x", i+1)}
		}
		b.enqueue(t, list...)
		fullDelay := time.Minute
		for attempt := 1; attempt < int(policy.MaxAttempts); attempt++ {
			b.runDue(t, len(list))
			seenWaits := map[time.Duration]bool{}
			for name, r := range b.rows(t) {
				wait := r.runAt.Sub(b.clock.Now())
				seenWaits[wait] = true
				if r.attemptCount != attempt || wait > fullDelay || wait < fullDelay*3/4 {
					t.Fatalf("%s after attempt %d waits %v of %v", name, r.attemptCount, wait, fullDelay)
				}
			}
			if len(seenWaits) < len(list)/2 {
				t.Errorf("after attempt %d, %d jobs share %d waits", attempt, len(list), len(seenWaits))
			}
			b.clock.Advance(fullDelay)
			fullDelay = min(2*fullDelay, time.Hour)
		}
		b.runDue(t, len(list))
		for name, r := range b.rows(t) {
			if r.attemptCount != int(policy.MaxAttempts) || r.runAt.Year() != 9999 {
				t.Errorf("%s after the last attempt: %+v", name, r)
			}
		}
	})
}

func TestJobSucceedsLater(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		attemptCount := 0
		b.Handle("k", func(context.Context, []byte) error {
			if attemptCount++; attemptCount < 3 {
				return errors.New("not yet")
			}
			return nil
		})
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "a"})
		for range 3 {
			b.runDue(t, 1)
			b.clock.Advance(time.Minute)
		}
		if rows := b.rows(t); len(rows) != 0 {
			t.Errorf("rows left: %v", rows)
		}
	})
}

func panicOutOfRange() { panic("out of range") }

func TestPanicIsAFailure(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		goodJobRan := false
		b.Handle("bad", func(context.Context, []byte) error { panicOutOfRange(); return nil })
		b.Handle("good", func(context.Context, []byte) error { goodJobRan = true; return nil })
		b.enqueue(t, jobs.Job{Kind: "bad", UniqueKey: "a"}, jobs.Job{Kind: "good", UniqueKey: "a"})
		b.runDue(t, 2)
		r := b.rows(t)["bad/a"]
		for _, part := range []string{"panic at", "jobs_test.panicOutOfRange", "out of range"} {
			if !strings.Contains(r.lastError, part) {
				t.Errorf("last_error = %q, want %q in it", r.lastError, part)
			}
		}
		if !goodJobRan {
			t.Error("the panic took another job with it")
		}
	})
}

func TestRuntimePanicIsStoredWithItsLocation(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		var m map[string]int
		b.Handle("bad", func(context.Context, []byte) error { m["x"] = 1; return nil })
		b.enqueue(t, jobs.Job{Kind: "bad", UniqueKey: "a"})
		b.runDue(t, 1)
		if got := b.rows(t)["bad/a"].lastError; !strings.Contains(got, "TestRuntimePanic") || !strings.Contains(got, "nil map") {
			t.Errorf("last_error = %q, want location and cause", got)
		}
	})
}

// The answer of a mail server may contain NUL or invalid UTF-8, which PostgreSQL does not store.
func TestErrorWithUnstorableBytesIsStored(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		b.Handle("bad", func(context.Context, []byte) error { return errors.New("550 \x00 no \xff") })
		b.enqueue(t, jobs.Job{Kind: "bad", UniqueKey: "a"})
		b.runDue(t, 1)
		if got := b.rows(t)["bad/a"].lastError; got != "550 ? no ?" {
			t.Errorf("last_error = %q", got)
		}
	})
}

func TestLastErrorContainsNoPayload(t *testing.T) {
	payload := map[string]any{
		"email": "ada@example.org", "code": "4821", "n": 90210, "nick": "Bo",
		"lines": []string{"I never told anybody about the letter."},
	}
	privateTexts := []string{"ada@", "ADA@", "4821", "90210", "told anybody", "letter"}
	eachEngine(t, func(t *testing.T, b *fixture) {
		for kind, text := range map[string]string{
			"whole":   "cannot send to ada@example.org",
			"upper":   "550 ADA@EXAMPLE.ORG unknown",
			"short":   "wrong code 4821",
			"number":  "no such place: 90210",
			"partial": "near \"told anybody about\": bad",
			"panic":   "panic",
		} {
			b.Handle(kind, func(context.Context, []byte) error {
				if kind == "panic" {
					panic("while writing: I never told anybody about the letter.")
				}
				return errors.New(text)
			})
			b.enqueue(t, jobs.Job{Kind: kind, UniqueKey: "a", Payload: payload})
		}
		b.runDue(t, 6)
		for kind, r := range b.rows(t) {
			if !strings.Contains(r.lastError, "withheld") {
				t.Errorf("%s: last_error = %q, want its text withheld", kind, r.lastError)
			}
			for _, canary := range privateTexts {
				if strings.Contains(r.lastError, canary) || strings.Contains(b.log.String(), canary) {
					t.Errorf("%s: %q of the payload is in last_error or the log", kind, canary)
				}
			}
		}
	})
}

func TestLongErrorsAreTruncated(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *fixture) {
		b.Handle("k", func(context.Context, []byte) error { return errors.New("x" + strings.Repeat("é", 400)) })
		b.enqueue(t, jobs.Job{Kind: "k", UniqueKey: "a"})
		b.runDue(t, 1)
		got := b.rows(t)["k/a"].lastError
		if len(got) > 300 || !strings.HasSuffix(got, "é") {
			t.Errorf("last_error has %d bytes and ends in %q", len(got), got[len(got)-2:])
		}
	})
}
