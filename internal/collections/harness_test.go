package collections

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// catalogueSize is the number of characters of the harness. Their character_ids are 1 to
// catalogueSize.
const catalogueSize = 150

// parallelClientCount is how many clients a test with concurrent calls has.
const parallelClientCount = 200

var (
	ada = core.Actor{UserID: "ada"}
	bo  = core.Actor{UserID: "bo"}
)

// harness is a Service on a database with a catalogue of its own.
type harness struct {
	*Service
	t     *testing.T
	rooms *fakeRooms
}

func eachEngine(t *testing.T, fn func(t *testing.T, b *harness)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		rooms := &fakeRooms{}
		s := New(Deps{DB: db, Characters: rooms, Marks: rooms, People: rooms, Clock: clocktest.Ticking(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)), BaseURL: "http://localhost"})
		b := &harness{s, t, rooms}
		for i := range catalogueSize {
			b.execSQL(`INSERT INTO characters (id, character_id, slug, name, category, letter, designation, description, tags, search_key, persona, is_free, created_at, updated_at)
				VALUES ($1, $2, $3, '', '', '', '', '', '[]', '', '{}', TRUE, 1, 1)`, fmt.Sprint("code", i+1), i+1, fmt.Sprint("slug-", i+1))
		}
		fn(t, b)
	})
}

func (b *harness) execSQL(query string, args ...any) {
	b.t.Helper()
	dbtest.Exec(b.t, b.deps.DB, query, args...)
}

// hideCharacter makes a character inactive.
func (b *harness) hideCharacter(id int) {
	b.t.Helper()
	b.execSQL(`UPDATE characters SET is_active = FALSE WHERE character_id = $1`, id)
	b.rooms.hiddenCharacterIDs = append(b.rooms.hiddenCharacterIDs, id)
}

// newList makes a collection of ada with characters.
func (b *harness) newList(characterIDs ...int) Collection {
	b.t.Helper()
	l, err := b.Create(b.t.Context(), ada, "Evenings", "")
	for _, id := range characterIDs {
		if err == nil {
			l, err = b.AddCharacter(b.t.Context(), ada, l.ID, strconv.Itoa(id))
		}
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return l
}

// wantCharacters checks the stored characters of a collection, hidden ones included.
func (b *harness) wantCharacters(id string, want ...int) {
	b.t.Helper()
	if got := b.storedCharacters(id); !slices.Equal(got, want) {
		b.t.Errorf("the characters are %v, want %v", got, want)
	}
}

// storedCharacters returns the characters of a collection as they are stored in the database.
func (b *harness) storedCharacters(id string) (out []int) {
	b.t.Helper()
	var text string
	err := b.deps.DB.Reader().QueryRowContext(b.t.Context(), `SELECT characters FROM collection_lists WHERE id = $1`, id).Scan(&text)
	if err == nil {
		err = json.Unmarshal([]byte(text), &out)
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return out
}

func (b *harness) selectNumber(query string) (n int) {
	b.t.Helper()
	if err := b.deps.DB.Reader().QueryRowContext(b.t.Context(), query).Scan(&n); err != nil {
		b.t.Fatal(err)
	}
	return n
}

// callFromParallelClients calls fn from many goroutines at once.
func callFromParallelClients(fn func(i int)) {
	var callers sync.WaitGroup
	start := make(chan struct{})
	for i := range parallelClientCount {
		callers.Go(func() {
			<-start
			fn(i)
		})
	}
	close(start)
	callers.Wait()
}

func shownIDs(l Collection) []int {
	out := make([]int, len(l.Characters))
	for i, c := range l.Characters {
		out[i] = c.CharacterID
	}
	return out
}

// fakeRooms implements Characters, Marks and People. The characters 1 to catalogueSize exist.
// callCountExceptFind counts the calls of all methods except Find.
type fakeRooms struct {
	hiddenCharacterIDs  []int
	marks               []Mark
	callCountExceptFind atomic.Int64
}

func (f *fakeRooms) exists(id int) bool { return id >= 1 && id <= catalogueSize }

func (f *fakeRooms) Find(_ context.Context, ref string) (Character, error) {
	id, err := strconv.Atoi(ref)
	if err != nil || !f.exists(id) {
		return Character{}, errNoCharacter
	}
	return Character{CharacterID: id, IsHidden: slices.Contains(f.hiddenCharacterIDs, id)}, nil
}

func (f *fakeRooms) Stamps(_ context.Context, _ string, ids []int) (map[int]CharacterStamp, error) {
	f.callCountExceptFind.Add(1)
	out := map[int]CharacterStamp{}
	for _, id := range ids {
		if f.exists(id) && !slices.Contains(f.hiddenCharacterIDs, id) {
			out[id] = CharacterStamp{CharacterID: id, Name: nameOfCharacter(id)}
		}
	}
	return out, nil
}

func nameOfCharacter(id int) string { return fmt.Sprintf("name %03d", id) }

func (f *fakeRooms) Filter(_ context.Context, search string) (SearchMatches, error) {
	f.callCountExceptFind.Add(1)
	return fakeFilter{f, search}, nil
}

func (f *fakeRooms) ChatTotals(context.Context) (map[int]int, error) {
	f.callCountExceptFind.Add(1)
	return map[int]int{1: 5, 2: 6}, nil
}

func (f *fakeRooms) Liked(context.Context, string) ([]Mark, error) {
	f.callCountExceptFind.Add(1)
	return f.marks, nil
}

func (f *fakeRooms) LikedWithMarkCounts(ctx context.Context, userID string) ([]Mark, error) {
	return f.Liked(ctx, userID)
}

func (f *fakeRooms) Followed(ctx context.Context, userID string) ([]Mark, error) {
	return f.Liked(ctx, userID)
}

func (f *fakeRooms) Name(_ context.Context, userID string) (string, bool, error) {
	f.callCountExceptFind.Add(1)
	return userID, false, nil
}

// fakeFilter selects the names that contain a text.
type fakeFilter struct {
	rooms  *fakeRooms
	search string
}

func (f fakeFilter) Find(id int) (SortFields, bool) {
	isMatch := f.rooms.exists(id) && !slices.Contains(f.rooms.hiddenCharacterIDs, id) && strings.Contains(nameOfCharacter(id), f.search)
	return SortFields{Name: nameOfCharacter(id)}, isMatch
}

// wantError checks that err is the expected error.
func wantError(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}
