package core_test

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"testing"
	"time"

	"colloquy/internal/core"
)

var errTaken = core.E(core.Conflict, "taken", "It is taken.")

func TestErrorsKeepTheirIdentity(t *testing.T) {
	for name, err := range map[string]error{
		"itself":     errTaken,
		"a cause":    errTaken.Because(io.EOF),
		"a field":    errTaken.AtField("email"),
		"a wait":     errTaken.WithRetryAfter(time.Second),
		"wrapped":    fmt.Errorf("store: %w", errTaken),
		"all of it":  fmt.Errorf("store: %w", errTaken.AtField("email").WithRetryAfter(time.Second).Because(io.EOF)),
		"other text": core.E(core.Conflict, "taken", "Another text."),
	} {
		if !errors.Is(err, errTaken) || core.KindOf(err) != core.Conflict {
			t.Errorf("%s: no longer the same error", name)
		}
	}
	for name, err := range map[string]error{
		"another code": core.E(core.Conflict, "other", "It is taken."),
		"another kind": core.E(core.Invalid, "taken", "It is taken."),
		"no Error":     io.EOF,
	} {
		if errors.Is(err, errTaken) {
			t.Errorf("%s counts as the same error", name)
		}
	}
}

func TestCopiesDoNotChangeTheOriginal(t *testing.T) {
	errTaken.AtField("email").WithRetryAfter(time.Second).Because(io.EOF)
	if errTaken.TextByField != nil || errTaken.RetryAfter != 0 || errors.Unwrap(errTaken) != nil {
		t.Errorf("the listed error changed: %+v", errTaken)
	}
	if !errors.Is(errTaken.Because(io.EOF), io.EOF) {
		t.Error("the cause is lost")
	}
}

func TestTextOfFirstInvalidFieldIsErrorMessage(t *testing.T) {
	err := core.InvalidFieldsError("name", "Name is required", "email", "Email is required")
	if err.Msg != "Name is required" || err.Kind != core.Invalid || len(err.TextByField) != 2 || err.TextByField["email"] != "Email is required" {
		t.Errorf("got %+v", err)
	}
}

func TestKindOfOtherErrorsIsInternal(t *testing.T) {
	if core.KindOf(io.EOF) != core.Internal || core.KindOf(nil) != core.Internal {
		t.Error("another error has a kind other than Internal")
	}
}

func TestIDsAreUniqueAndSortByTime(t *testing.T) {
	idPattern := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var ids []string
	seenIDs := map[string]bool{}
	for i := range 1000 {
		id := core.NewID(start.Add(time.Duration(i) * time.Millisecond))
		if !idPattern.MatchString(id) || seenIDs[id] {
			t.Fatalf("id %q is malformed or repeated", id)
		}
		seenIDs[id] = true
		ids = append(ids, id)
	}
	if !slices.IsSorted(ids) {
		t.Error("ids do not sort by the time they were made")
	}
}

func TestSecretsAreLongAndDiffer(t *testing.T) {
	a, b := core.NewSecret(), core.NewSecret()
	if a == b || len(a) != 43 {
		t.Errorf("secrets %q and %q", a, b)
	}
}

func TestTimesSurviveStorage(t *testing.T) {
	now := core.SystemClock{}.Now()
	if back := core.FromMillis(core.Millis(now)); !back.Equal(now) || back.Location() != time.UTC {
		t.Errorf("%v came back as %v", now, back)
	}
}

// rule clock-ahead
func TestSystemClockCanBeAhead(t *testing.T) {
	clockAhead := core.SystemClock{AheadBy: time.Hour}
	before, got, after := time.Now().Add(time.Hour-time.Millisecond), clockAhead.Now(), time.Now().Add(time.Hour)
	if got.Before(before) || got.After(after) {
		t.Errorf("%s is not between %s and %s", got, before, after)
	}
	elapsed := core.Elapsed(core.SystemClock{})
	if d := core.Elapsed(clockAhead) - elapsed; d < 0 || d > time.Minute {
		t.Errorf("the monotonic time differs by %s", d)
	}
}

func TestProfilePathEscapesTheSlug(t *testing.T) {
	for slug, want := range map[string]string{"ada-lovelace": "/character/profile/ada-lovelace", "a/../b?c#d": "/character/profile/a%2F..%2Fb%3Fc%23d"} {
		if got := core.ProfilePath(slug); got != want {
			t.Errorf("%q is at %q, want %q", slug, got, want)
		}
	}
}
