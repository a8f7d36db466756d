package message

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"colloquy/internal/storage"
)

const (
	// recentRows is how many of the newest messages a search reads one by one. A word that
	// fills a page from them is not looked up in the index, where it may be in every message.
	recentRows = 2000
	// moreRows is how many times as many are read next, at most, if fewHits or more were among
	// them.
	moreRows = 7
	fewHits  = 10
	// A word that one in commonWord of these messages has is not looked up beside a rarer one.
	commonWord = 20
)

// sameTime is how many messages of a user may be of the same millisecond. Limits of
// sending keep them far below.
const sameTime = 64

// Scope is where a search looks: one conversation, or all of a user.
type Scope struct {
	UserID         string
	ConversationID string // "" for all
}

// Position is the place of a message in the order of a search: newest first.
type Position struct {
	At  int64  `json:"t"`
	Seq int64  `json:"s"`
	ID  string `json:"i"`
}

// Start is the Position before all messages.
var Start = Position{At: math.MaxInt64}

func (p Position) compare(other Position) int {
	return cmp.Or(cmp.Compare(other.At, p.At), cmp.Compare(other.Seq, p.Seq), cmp.Compare(other.ID, p.ID))
}

// Search returns the positions of at most limit current messages with all terms, after a
// position, newest first.
func Search(ctx context.Context, db *storage.DB, scope Scope, terms Terms, after Position, limit int) ([]Position, error) {
	return search(ctx, db, scope, terms, after, limit, recentRows)
}

// search is Search with the number of the newest messages that are read one by one.
func search(ctx context.Context, db *storage.DB, scope Scope, terms Terms, after Position, limit, recent int) ([]Position, error) {
	if len(terms) == 0 {
		return nil, nil
	}
	found, err := searchUnstored(ctx, db, scope, terms, after)
	if err != nil {
		return nil, err
	}
	newest, err := searchRecent(ctx, db, scope, terms, lastRead{Position: after}, recent)
	if err == nil && newest.more && len(newest.found) >= fewHits && len(newest.found) < limit {
		var next recentPart
		next, err = searchRecent(ctx, db, scope, terms, newest.last, min(moreRows*recent, newest.rowsFor(limit)))
		newest = newest.and(next)
	}
	if err != nil {
		return nil, err
	}
	found = append(found, newest.found...)
	if newest.more && len(newest.found) < limit {
		older, err := searchIndex(ctx, db, scope, terms, newest, limit-len(newest.found))
		if err != nil {
			return nil, err
		}
		found = append(found, older...)
	}
	slices.SortFunc(found, Position.compare)
	return found[:min(len(found), limit)], nil
}

// maxUnstored is how many messages are read whose words are not stored yet. Usually they
// are those of the last minute; after the update from a version without a search, all are.
const maxUnstored = 2000

// searchUnstored reads the messages whose words are not stored yet.
func searchUnstored(ctx context.Context, db *storage.DB, scope Scope, terms Terms, after Position) (found []Position, err error) {
	where, _, args := scope.rows(after)
	if scope.ConversationID != "" {
		where = `rtrim(conversation_id, '0123456789') = $3 AND conversation_id || '' = $1 AND seq < $2` // not the index of the conversation
		args = append(args, scope.user())
	}
	n := len(args)
	_, err = storage.All(ctx, db.Reader(), func(r storage.Row) (p Position, err error) {
		var content string
		if err = r.Scan(&p.ID, &p.At, &p.Seq, &content); err == nil && terms.match(content) {
			found = append(found, p)
		}
		return p, err
	}, `SELECT id, created_at, seq, content FROM messages
		WHERE search_text IS NULL AND status <> 'generating' AND is_active AND `+where+`
		ORDER BY created_at DESC, seq DESC LIMIT $`+strconv.Itoa(n+1), append(args, maxUnstored)...)
	return found, err
}

// lastRead is where searchRecent ended. row is the number in message_word_rows if it read in
// the order of these, otherwise 0.
type lastRead struct {
	Position
	row int64
}

// recentPart is what searchRecent has read.
type recentPart struct {
	found []Position
	last  lastRead
	more  bool // there may be older messages
	read  int
	with  []int // how many messages have each of the terms
}

// and returns both parts as one.
func (p recentPart) and(older recentPart) recentPart {
	older.found = append(p.found, older.found...)
	older.read += p.read
	for i, n := range p.with {
		older.with[i] += n
	}
	if older.last == (lastRead{}) {
		older.last = p.last
	}
	return older
}

// rowsFor returns how many older messages probably have as many more as limit needs, with a
// quarter on top.
func (p recentPart) rowsFor(limit int) int {
	return (limit-len(p.found))*p.read*5/(4*len(p.found)) + 1
}

// rareTerms returns the terms that few of the messages have, or all if there are none.
func (p recentPart) rareTerms(terms Terms) Terms {
	var rare Terms
	for i, term := range terms {
		if p.with[i]*commonWord < p.read {
			rare = append(rare, term)
		}
	}
	if len(rare) == 0 {
		return terms
	}
	return rare
}

// searchRecent reads the newest messages after a place, at most recent, without an index of
// their words.
func searchRecent(ctx context.Context, db *storage.DB, scope Scope, terms Terms, after lastRead, recent int) (recentPart, error) {
	where, order, args := scope.rowsAfter(after)
	hits, args := hasTerms(db.Engine(), terms, args)
	n := len(args)
	args = append(args, recent)
	text := `SELECT id, created_at, seq, 0, ` + strings.Join(hits, ", ") + ` FROM messages WHERE search_text IS NOT NULL AND is_active AND ` + where + ` ORDER BY ` + order + ` LIMIT $` + strconv.Itoa(n+1)
	if scope.ConversationID == "" && db.Engine() == storage.SQLite {
		text = `SELECT id, created_at, seq, message_words.rowid, ` + strings.Join(hits, ", ") + ` ` + fromWords + `
			WHERE message_words MATCH $` + strconv.Itoa(n+2) + ` AND message_words.rowid < $` + strconv.Itoa(n+3) + ` AND is_active AND ` + where + ` ORDER BY message_words.rowid DESC LIMIT $` + strconv.Itoa(n+1)
		args = append(args, matchQuery(scope, nil), after.rowBound())
	}
	part := recentPart{with: make([]int, len(terms))}
	has := make([]bool, len(terms))
	_, err := storage.All(ctx, db.Reader(), func(r storage.Row) (p lastRead, err error) {
		into := []any{&p.ID, &p.At, &p.Seq, &p.row}
		for i := range has {
			into = append(into, &has[i])
		}
		if err = r.Scan(into...); err == nil {
			part.add(p, has)
		}
		return p, err
	}, text, args...)
	part.more = part.read == recent
	return part, err
}

// add counts a message that has some of the terms.
func (p *recentPart) add(m lastRead, has []bool) {
	p.read++
	p.last = m
	for i, h := range has {
		if h {
			p.with[i]++
		}
	}
	if !slices.Contains(has, false) {
		p.found = append(p.found, m.Position)
	}
}

// rowsAfter is rows after a place. Messages of the same time may have any order in
// message_word_rows, so rowBound alone decides between them.
func (s Scope) rowsAfter(after lastRead) (where, order string, args []any) {
	if after.row != 0 {
		return s.rows(Position{At: after.At + 1})
	}
	return s.rows(after.Position)
}

// rowBound is above the numbers in message_word_rows of the messages after the place.
func (p lastRead) rowBound() int64 {
	if p.row != 0 {
		return p.row
	}
	return rowsUntil(p.At)
}

// rows returns the condition and the order of the messages of a scope after a position.
// Both have an index.
func (s Scope) rows(after Position) (where, order string, args []any) {
	if s.ConversationID == "" {
		return `rtrim(conversation_id, '0123456789') = $1 AND (created_at, seq, id) < ($2, $3, $4)`,
			`created_at DESC, seq DESC, id DESC`, []any{s.user(), after.At, after.Seq, after.ID}
	}
	seq := after.Seq
	if after == Start {
		seq = math.MaxInt64
	}
	return `conversation_id = $1 AND seq < $2`, `seq DESC`, []any{s.ConversationID, seq}
}

// user is the user as a word of the index. No word of a text has a _.
func (s Scope) user() string { return s.UserID + "_" }

// owner is the word of the index that all messages of the scope have.
func (s Scope) owner() string { return cmp.Or(s.ConversationID, s.user()) }

// hasTerms returns for each term the condition that the messages with it fulfil.
func hasTerms(engine storage.Engine, terms Terms, args []any) ([]string, []any) {
	find := "instr"
	if engine == storage.Postgres {
		find = "strpos"
	}
	conditions := make([]string, len(terms))
	for i, term := range terms {
		args = append(args, term.part())
		conditions[i] = find + `(' ' || search_text, $` + strconv.Itoa(len(args)) + `) > 0`
	}
	return conditions, args
}

// searchIndex looks the terms up in the index of the engine. The conditions that follow
// it compare each message with the terms, because the index does not know the order of
// its words.
func searchIndex(ctx context.Context, db *storage.DB, scope Scope, terms Terms, newest recentPart, limit int) ([]Position, error) {
	where, order, args := scope.rowsAfter(newest.last)
	conditions, args := hasTerms(db.Engine(), terms, args)
	hit := strings.Join(conditions, " AND ")
	looked := newest.rareTerms(terms)
	query := func(text string, extra ...any) ([]Position, error) {
		return storage.All(ctx, db.Reader(), func(r storage.Row) (p Position, err error) {
			return p, r.Scan(&p.ID, &p.At, &p.Seq)
		}, text, append(args, extra...)...)
	}
	n := len(args)
	words, bound, count := "$"+strconv.Itoa(n+1), "$"+strconv.Itoa(n+2), "$"+strconv.Itoa(n+3)
	if db.Engine() == storage.Postgres {
		return query(`SELECT id, created_at, seq FROM messages WHERE is_active AND search_text <> '' AND `+wordsOfMessage+` @@ `+words+`::tsquery
			AND `+where+` AND `+hit+` ORDER BY `+order+` LIMIT `+bound, tsquery(scope, looked), limit)
	}
	list, err := query(`SELECT id, created_at, seq `+fromWords+`
		WHERE message_words MATCH `+words+` AND message_words.rowid < `+bound+` AND is_active AND `+where+` AND `+hit+`
		ORDER BY message_words.rowid DESC LIMIT `+count, matchQuery(scope, looked), newest.last.rowBound(), limit+sameTime)
	slices.SortFunc(list, Position.compare)
	return list[:min(len(list), limit)], err
}

// fromWords are the tables of a search on SQLite. CROSS JOIN keeps their order.
const fromWords = `FROM message_words CROSS JOIN message_word_rows ON no = message_words.rowid CROSS JOIN messages ON id = message_id`

// wordsOfMessage is the expression of the index messages_words.
const wordsOfMessage = `array_to_tsvector(string_to_array(search_text || ' ' || conversation_id || ' ' || rtrim(conversation_id, '0123456789'), ' '))`

// rowsUntil returns a number above those of the messages of a millisecond in
// message_word_rows.
func rowsUntil(at int64) int64 {
	const bits = 16
	if at >= math.MaxInt64>>bits || at < 0 {
		return max(at, 0) // all rows, or none: the position is not that of a message
	}
	return (at + 1) << bits
}

// matchQuery writes a query of SQLite's FTS5: strings are quoted, and joined by AND.
func matchQuery(scope Scope, terms Terms) string {
	return joinEntries(scope, terms, " ", "*", func(word string) string {
		return `"` + strings.ReplaceAll(word, `"`, `""`) + `"`
	})
}

// tsquery writes a query of PostgreSQL.
func tsquery(scope Scope, terms Terms) string {
	return joinEntries(scope, terms, " & ", ":*", func(word string) string {
		return `'` + strings.NewReplacer(`'`, `''`, `\`, `\\`).Replace(word) + `'`
	})
}

func joinEntries(scope Scope, terms Terms, and, prefix string, quote func(string) string) string {
	out := []string{quote(scope.owner())}
	for _, term := range terms {
		words, isPrefix := term.entries()
		for i, word := range words {
			entry := quote(word)
			if isPrefix && i == len(words)-1 {
				entry += prefix
			}
			out = append(out, entry)
		}
	}
	return strings.Join(out, and)
}

// ByIDs returns messages in the order of the ids. It leaves out those that are not current
// any more.
func ByIDs(ctx context.Context, q storage.Querier, ids []string) ([]Message, error) {
	placeholders, args := storage.In(nil, ids)
	list, err := storage.All(ctx, q, scan, `SELECT `+columns+` FROM messages WHERE is_active AND id IN (`+placeholders+`)`, args...)
	place := make(map[string]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	slices.SortFunc(list, func(a, b Message) int { return place[a.ID] - place[b.ID] })
	return list, err
}

// AddWords stores the words of at most limit messages that have none yet, and returns their
// number. A send does not wait for it, and many messages share a transaction.
func AddWords(ctx context.Context, db *storage.DB, limit int) (int, error) {
	type unread struct{ id, content string }
	var n int
	err := db.Write(ctx, func(tx storage.Querier) error {
		list, err := storage.All(ctx, tx, func(r storage.Row) (m unread, err error) { return m, r.Scan(&m.id, &m.content) },
			`SELECT id, content FROM messages WHERE search_text IS NULL AND status <> 'generating'
				ORDER BY rtrim(conversation_id, '0123456789'), created_at, seq LIMIT $1`, limit)
		n = len(list)
		for _, m := range list {
			if _, err := tx.ExecContext(ctx, `UPDATE messages SET search_text = $2 WHERE id = $1 AND search_text IS NULL AND status <> 'generating' AND content = $3`,
				m.id, SearchText(m.content), m.content); err != nil {
				return err
			}
		}
		return err
	})
	return n, err
}
