package social

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// harness is the Service on an empty database, with fake characters, people and notices, and
// a clock that tests set.
type harness struct {
	*Service
	StatsReader
	t          *testing.T
	clock      *clocktest.Clock
	characters *fakeCharacters
	people     *fakePeople
	notices    *fakeNotices
	queue      *jobs.Queue
}

var (
	ada     = core.Actor{UserID: "user-ada", Name: "Ada", IsVerified: true}
	bo      = core.Actor{UserID: "user-bo", Name: "Bo", IsVerified: true}
	cy      = core.Actor{UserID: "user-cy", Name: "Cy", IsVerified: true}
	visitor = core.Actor{}
)

const (
	keeperSlug = "bee-keeper" // character_id 1
	bakerSlug  = "baker"      // character_id 2
	ghostSlug  = "ghost"      // character_id 3, hidden
)

func eachHarness(t *testing.T, fn func(t *testing.T, b *harness)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) { fn(t, newHarness(t, db)) })
}

func newHarness(t *testing.T, db *storage.DB) *harness {
	clock := clocktest.At(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	longAgo := clock.Now().Add(-365 * 24 * time.Hour)
	b := &harness{
		t: t, clock: clock, queue: jobs.New(db, clock, slog.New(slog.DiscardHandler)),
		characters: &fakeCharacters{list: []Character{
			{CharacterID: 1, Slug: keeperSlug, Name: "Keeper of Bees", Category: "Scientists"},
			{CharacterID: 2, Slug: bakerSlug, Name: "Baker", Category: "Artists"},
			{CharacterID: 3, Slug: ghostSlug, Name: "Ghost", Category: "Artists", IsHidden: true},
		}},
		people: &fakePeople{people: map[string]Person{
			ada.UserID: {Name: "Ada", Avatar: "/a.webp", RegisteredAt: longAgo}, bo.UserID: {Name: "Bo", RegisteredAt: longAgo}, cy.UserID: {Name: "Cy", RegisteredAt: longAgo},
		}},
	}
	b.notices = &fakeNotices{}
	counter, err := limits.New(t.Context(), db, clock, b.queue)
	if err != nil {
		t.Fatal(err)
	}
	b.StatsReader = NewStatsReader(db)
	b.Service = New(Deps{DB: db, Characters: b.characters, People: b.people, Notices: b.notices, Limits: counter, Jobs: b.queue, Clock: clock})
	return b
}

// fakeCharacters implements Characters with the characters in list.
type fakeCharacters struct {
	mu   sync.Mutex
	list []Character
}

func (c *fakeCharacters) Find(_ context.Context, ref string) (Character, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, ch := range c.list {
		if ref == ch.Slug || ref == fmt.Sprint(ch.CharacterID) {
			return ch, nil
		}
	}
	return Character{}, errNoCharacter
}

func (c *fakeCharacters) hideCharacter(slug string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.list {
		c.list[i].IsHidden = c.list[i].IsHidden || c.list[i].Slug == slug
	}
}

// fakePeople implements People with a map, and counts the calls.
type fakePeople struct {
	mu        sync.Mutex
	people    map[string]Person
	callCount int
}

func (w *fakePeople) People(_ context.Context, ids []string) (map[string]Person, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.callCount++
	out := maps.Clone(w.people)
	maps.DeleteFunc(out, func(id string, _ Person) bool { return !strings.Contains(strings.Join(ids, " ")+" ", id+" ") })
	return out, nil
}

// addPerson adds a user and returns the user as an actor with a confirmed address. RegisteredAt
// is the zero time, so the account does not count as new.
func (w *fakePeople) addPerson(id string) core.Actor {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.people[id] = Person{Name: "Name of " + id}
	return core.Actor{UserID: id, Name: "Name of " + id, IsVerified: true}
}

// fakeNotices implements Notices. It records the acts of all calls. If a transaction is retried,
// its acts are recorded twice.
type fakeNotices struct {
	mu   sync.Mutex
	acts []recordedAct
}

type recordedAct struct {
	actKind string
	CommentAct
}

func (n *fakeNotices) NotifyLike(_ context.Context, _ storage.Querier, a CommentAct) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.acts = append(n.acts, recordedAct{"liked", a})
	return nil
}

func (n *fakeNotices) NotifyReply(_ context.Context, _ storage.Querier, a CommentAct) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.acts = append(n.acts, recordedAct{"replied", a})
	return nil
}

// countActorsTold returns how many other users liked or replied to the comments of an author.
func (n *fakeNotices) countActorsTold(authorID string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	actors := map[string]bool{}
	for _, a := range n.acts {
		if a.AuthorID == authorID && a.ActorID != authorID {
			actors[a.ActorID] = true
		}
	}
	return len(actors)
}

func (b *harness) execSQL(query string, args ...any) {
	b.t.Helper()
	dbtest.Exec(b.t, b.deps.DB, query, args...)
}

// selectNumber returns the number that a query selects.
func (b *harness) selectNumber(query string, args ...any) (n int) {
	b.t.Helper()
	if err := b.deps.DB.Reader().QueryRowContext(b.t.Context(), query, args...).Scan(&n); err != nil {
		b.t.Fatal(err)
	}
	return n
}

// postComment posts a comment a minute after the previous one, so that tests do not reach the
// rate limits by accident.
func (b *harness) postComment(actor core.Actor, character, text, parent string) Comment {
	b.t.Helper()
	b.clock.Advance(61 * time.Second)
	c, err := b.PostComment(b.t.Context(), actor, character, CommentDraft{text, parent})
	if err != nil {
		b.t.Fatalf("%s could not post %q: %v", actor.Name, text, err)
	}
	return c
}

// commentsPage returns a page of the comments on the character keeperSlug.
func (b *harness) commentsPage(actor core.Actor, limit int, after string) CommentsPage {
	b.t.Helper()
	p, err := b.Comments(b.t.Context(), actor, keeperSlug, limit, after)
	if err != nil {
		b.t.Fatal(err)
	}
	return p
}

func (b *harness) deleteComment(actor core.Actor, id string) {
	b.t.Helper()
	if err := b.DeleteComment(b.t.Context(), actor, id); err != nil {
		b.t.Fatal(err)
	}
}

func (b *harness) statsOf(actor core.Actor, id int) CharacterStats {
	b.t.Helper()
	all, err := b.Stats(b.t.Context(), actor.UserID, []int{id})
	if err != nil {
		b.t.Fatal(err)
	}
	return all[id]
}

// checkStoredCounts checks that every stored count equals the number of the rows that it counts.
func (b *harness) checkStoredCounts() {
	b.t.Helper()
	for what, query := range map[string]string{
		"likes":     `SELECT count(*) FROM social_counts c WHERE likes <> (SELECT count(*) FROM character_likes l WHERE l.character_id = c.character_id)`,
		"followers": `SELECT count(*) FROM social_counts c WHERE followers <> (SELECT count(*) FROM character_follows f WHERE f.character_id = c.character_id)`,
		"comments":  `SELECT count(*) FROM social_counts c WHERE comments <> (SELECT count(*) FROM comments x WHERE x.character_id = c.character_id AND deleted_at IS NULL)`,
		"replies":   `SELECT count(*) FROM comments c WHERE reply_count <> (SELECT count(*) FROM comments r WHERE r.parent_id = c.id)`,
		"hearts":    `SELECT count(*) FROM comments c WHERE like_count <> (SELECT count(*) FROM comment_likes l WHERE l.comment_id = c.id)`,
		"leftovers": `SELECT count(*) FROM comments WHERE deleted_at IS NOT NULL AND reply_count = 0`,
	} {
		if n := b.selectNumber(query); n != 0 {
			b.t.Errorf("%d rows have a wrong count of %s", n, what)
		}
	}
}

// wantError checks an error and its field.
func wantError(t *testing.T, err error, want *core.Error) {
	t.Helper()
	e, ok := errors.AsType[*core.Error](err)
	if !ok || !errors.Is(err, want) || e.Msg != want.Msg || fmt.Sprint(e.TextByField) != fmt.Sprint(want.TextByField) {
		t.Errorf("got %v, want %v", err, want)
	}
}

func truePtr() *bool  { v := true; return &v }
func falsePtr() *bool { v := false; return &v }
