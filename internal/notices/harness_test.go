package notices

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/email"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// harness is the service on an empty database with three users, two shown characters and
// a hidden one.
type harness struct {
	*Service
	t        *testing.T
	db       *storage.DB
	clock    *clocktest.Clock
	queue    *jobs.Queue
	mails    *fakeSender
	settings *fakeSettings
}

var (
	ada = core.Actor{UserID: "user-ada", Name: "Ada", IsVerified: true}
	bo  = core.Actor{UserID: "user-bo", Name: "Bo", IsVerified: true}
	cy  = core.Actor{UserID: "user-cy", Name: "Cy", IsVerified: true}
)

const (
	keeperSlug = "bee-keeper" // character_id 1
	bakerSlug  = "baker"      // character_id 2
	ghostSlug  = "ghost"      // character_id 3, hidden
)

const baseURL = "https://colloquy.example"

// fakeSender is an email.Sender that keeps the mails in a list.
type fakeSender struct {
	mu        sync.Mutex
	sentMails []email.Message
}

func (s *fakeSender) Send(_ context.Context, _ string, m email.Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sentMails = append(s.sentMails, m)
	return nil
}

func (s *fakeSender) DestinationText() string { return "a list" }

// fakeSettings implements Settings. It lists the calls of StopMail: each entry
// is the id of the user, a space and the group.
type fakeSettings struct{ stoppedGroups []string }

func (s *fakeSettings) StopMail(_ context.Context, userID, group string) error {
	s.stoppedGroups = append(s.stoppedGroups, userID+" "+group)
	return nil
}

// wantMails runs the jobs and checks the mails since its last call, in any order. want has
// texts such as "user-ada: Subject". It returns the mails.
func (b *harness) wantMails(want ...string) []email.Message {
	b.t.Helper()
	b.runJobs()
	sentMails := b.mails.sentMails
	b.mails.sentMails = nil
	var got []string
	for _, m := range sentMails {
		got = append(got, strings.TrimSuffix(m.To, "@post.example")+": "+m.Subject)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		b.t.Errorf("the mails are %q, want %q", got, want)
	}
	return sentMails
}

func eachHarness(t *testing.T, fn func(t *testing.T, b *harness)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) { fn(t, newHarness(t, db)) })
}

func newHarness(t *testing.T, db *storage.DB) *harness {
	clock := clocktest.At(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	b := &harness{t: t, db: db, clock: clock, queue: jobs.New(db, clock, slog.New(slog.DiscardHandler))}
	b.mails, b.settings = &fakeSender{}, &fakeSettings{}
	counter, err := limits.New(t.Context(), db, clock, b.queue)
	if err != nil {
		t.Fatal(err)
	}
	b.Service, err = New(t.Context(), Deps{
		DB: db, Jobs: b.queue, Settings: b.settings, Audit: audit.New(db, clock), Clock: clock, Log: slog.New(slog.DiscardHandler),
		Mail: email.NewMailer(b.queue, b.mails, clock), Limits: counter, BaseURL: baseURL,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, actor := range []core.Actor{ada, bo, cy} {
		b.insertUser(actor.UserID)
	}
	b.insertCharacter(1, keeperSlug, "Keeper of Bees", "Scientists", true)
	b.insertCharacter(2, bakerSlug, "Baker", "Artists", true)
	b.insertCharacter(3, ghostSlug, "Ghost", "Artists", false)
	return b
}

// insertUser inserts a user with a confirmed address.
func (b *harness) insertUser(id string) {
	b.t.Helper()
	b.exec(`INSERT INTO users (id, email, email_key, username, password_hash, email_verified_at, created_at, updated_at) VALUES ($1, $2, $2, $1, '', 1, 0, 0)`,
		id, id+"@post.example")
}

// setSettings sets columns of the settings of a user, such as "interactions = FALSE".
func (b *harness) setSettings(userID, columns string) {
	b.t.Helper()
	b.exec(`INSERT INTO user_settings (user_id, updated_at) VALUES ($1, 0) ON CONFLICT DO NOTHING`, userID)
	b.exec(`UPDATE user_settings SET `+columns+` WHERE user_id = $1`, userID)
}

// insertCharacter inserts a character.
func (b *harness) insertCharacter(id int, slug, name, category string, shown bool) core.Persona {
	b.t.Helper()
	b.exec(`INSERT INTO characters (id, character_id, slug, name, category, letter, designation, description, tags, search_key, persona, is_free, is_active, created_at, updated_at)
		VALUES ($1, $2, $1, $3, $4, 'X', '', '', '[]', '', '{}', TRUE, $5, 0, 0)`, slug, id, name, category, shown)
	return core.Persona{CharacterID: id, Slug: slug, Name: name, Category: category}
}

func (b *harness) followCharacter(actor core.Actor, characterID int) {
	b.t.Helper()
	b.exec(`INSERT INTO character_follows (user_id, character_id, created_at) VALUES ($1, $2, 0)`, actor.UserID, characterID)
}

// newCommentAct returns the CommentAct of an actor on a comment that Ada wrote.
func newCommentAct(actor core.Actor, comment string) CommentAct {
	return CommentAct{
		AuthorID: ada.UserID, ActorID: actor.UserID, ActorName: actor.Name, CommentID: comment,
		CharacterID: 1, CharacterName: "Keeper of Bees", CharacterSlug: keeperSlug,
	}
}

func (b *harness) writeLikeNotice(a CommentAct) {
	b.t.Helper()
	b.clock.Advance(time.Second)
	b.write(func(tx storage.Querier) error { return b.NotifyLike(b.t.Context(), tx, a) })
}

func (b *harness) writeReplyNotice(a CommentAct) {
	b.t.Helper()
	b.clock.Advance(time.Second)
	b.write(func(tx storage.Querier) error { return b.NotifyReply(b.t.Context(), tx, a) })
}

func (b *harness) write(fn func(tx storage.Querier) error) {
	b.t.Helper()
	if err := b.db.Write(b.t.Context(), fn); err != nil {
		b.t.Error(err)
	}
}

func (b *harness) exec(query string, args ...any) {
	b.t.Helper()
	ctx := b.t.Context()
	b.write(func(tx storage.Querier) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	})
}

// selectNumber returns the result of a query for one number.
func (b *harness) selectNumber(query string, args ...any) (n int) {
	b.t.Helper()
	if err := b.db.Reader().QueryRowContext(b.t.Context(), query, args...).Scan(&n); err != nil {
		b.t.Fatal(err)
	}
	return n
}

// runJobs runs the due jobs and checks that none fails.
func (b *harness) runJobs() {
	b.t.Helper()
	if _, err := b.queue.RunDue(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	if n := b.selectNumber(`SELECT count(*) FROM jobs WHERE last_error <> ''`); n != 0 {
		b.t.Errorf("%d jobs failed", n)
	}
}

// unreadRowsOf returns the unread rows of a user, oldest first.
func (b *harness) unreadRowsOf(userID string) []storedNotice {
	b.t.Helper()
	list, err := storage.QueryAll(b.t.Context(), b.db.Reader(), func(r storage.Row) (storedNotice, error) {
		var n storedNotice
		return n, r.Scan(&n.userID, &n.kind, &n.actorID, &n.actorName, &n.objectID, &n.characterID, &n.title, &n.message, &n.actionURL, &n.actionText)
	}, `SELECT user_id, type, actor_id, actor_name, object_id, character_id, title, message, action_url, action_text FROM notifications
		WHERE user_id = $1 AND NOT is_read ORDER BY created_at, id`, userID)
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

// wantUnreadMessages checks the messages of the unread rows of a user, oldest first.
func (b *harness) wantUnreadMessages(userID string, messages ...string) {
	b.t.Helper()
	var got []string
	for _, n := range b.unreadRowsOf(userID) {
		got = append(got, n.message)
		if !strings.HasPrefix(n.actionURL, "/") || strings.HasPrefix(n.actionURL, "//") || n.title == "" || n.actionText == "" {
			b.t.Errorf("a notice leads to %q: %+v", n.actionURL, n)
		}
	}
	if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", messages) {
		b.t.Errorf("%s has the notices %q, want %q", userID, got, messages)
	}
}

// firstPage returns the first page of a user's notices. It also calls wantOneLatestLikePerComment.
func (b *harness) firstPage(actor core.Actor, filter Filter) Page {
	b.t.Helper()
	p, err := b.List(b.t.Context(), actor, filter, maxPageSize, "")
	if err != nil {
		b.t.Fatal(err)
	}
	b.wantOneLatestLikePerComment()
	return p
}

// wantOneLatestLikePerComment checks that each comment has exactly one like whose column is_latest
// is true. In the row of this like, the column `others` must have the number of the other likes.
func (b *harness) wantOneLatestLikePerComment() {
	b.t.Helper()
	if n := b.selectNumber(`SELECT count(*) FROM (SELECT 1 AS one FROM notifications WHERE type = 'like' GROUP BY user_id, object_id
		HAVING SUM(CASE WHEN is_latest THEN 1 ELSE 0 END) <> 1 OR SUM(CASE WHEN is_latest THEN others ELSE 0 END) <> count(*) - 1) x`); n != 0 {
		b.t.Errorf("%d comments have no single latest like", n)
	}
	if n := b.selectNumber(`SELECT count(*) FROM notifications WHERE type <> 'like' AND NOT is_latest`); n != 0 {
		b.t.Errorf("%d notices are not shown", n)
	}
}

// noticeTexts returns the messages of the notices of a page.
func (p Page) noticeTexts() (out []string) {
	for _, n := range p.Notices {
		out = append(out, n.Message)
	}
	return out
}
