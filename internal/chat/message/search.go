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
	// recentRows is how many of the newest messages a search reads one by one. If they fill a
	// page, the search does not read the index, where a frequent word may be in every message.
	recentRows = 2000
	// If the first read found at least minFirstHits messages but no full page, a second one
	// reads at most maxSecondRead times recentRows older messages.
	maxSecondRead = 7
	minFirstHits  = 10
	// A word is common if at least one in commonWordRatio of the messages read has it. Common
	// words are not looked up in the index if the search has a rarer word.
	commonWordRatio = 20
)

// maxPerMillisecond is how many messages of a user may have the same millisecond of
// creation. The limits of sending keep the real number far below.
const maxPerMillisecond = 64

// Scope is where a search looks: in one conversation, or in all conversations of a user.
type Scope struct {
	UserID         string
	ConversationID string // "" for all
}

// Position is the place of a message in the order of a search: newest first.
type Position struct {
	At  int64  `json:"t"` // milliseconds
	Seq int64  `json:"s"`
	ID  string `json:"i"`
}

// SearchStart is the Position before the newest message.
var SearchStart = Position{At: math.MaxInt64}

func (p Position) compare(other Position) int {
	return cmp.Or(cmp.Compare(other.At, p.At), cmp.Compare(other.Seq, p.Seq), cmp.Compare(other.ID, p.ID))
}

// Search returns the positions of at most limit messages with all terms, after a position,
// newest first. It finds neither replaced versions nor archived messages, and a reply only
// after its end (rule chat-search-current).
func Search(ctx context.Context, db *storage.DB, scope Scope, terms Terms, after Position, limit int) ([]Position, error) {
	return searchWithRecent(ctx, db, scope, terms, after, limit, recentRows)
}

// searchWithRecent is Search; recent is how many of the newest messages it reads one by one.
func searchWithRecent(ctx context.Context, db *storage.DB, scope Scope, terms Terms, after Position, limit, recent int) ([]Position, error) {
	if len(terms) == 0 {
		return nil, nil
	}
	found, err := searchUnstored(ctx, db, scope, terms, after)
	if err != nil {
		return nil, err
	}
	newest, err := searchRecent(ctx, db, scope, terms, lastRead{Position: after}, recent)
	if err == nil && newest.more && len(newest.found) >= minFirstHits && len(newest.found) < limit {
		var next recentPart
		next, err = searchRecent(ctx, db, scope, terms, newest.last, min(maxSecondRead*recent, newest.olderRowsFor(limit)))
		newest = newest.joinedWith(next)
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

// maxUnstored is how many messages without stored words a search reads. Usually only
// messages of the last minute have none. After an update from a version without search,
// no message has any.
const maxUnstored = 2000

// searchUnstored reads the messages whose words are not stored yet.
func searchUnstored(ctx context.Context, db *storage.DB, scope Scope, terms Terms, after Position) (found []Position, err error) {
	where, _, args := scope.conditionAfter(after)
	if scope.ConversationID != "" {
		where = `rtrim(conversation_id, '0123456789') = $3 AND conversation_id || '' = $1 AND seq < $2` // written so that the index of the conversation is not used
		args = append(args, scope.userWord())
	}
	n := len(args)
	_, err = storage.All(ctx, db.Reader(), func(r storage.Row) (p Position, err error) {
		var content string
		if err = r.Scan(&p.ID, &p.At, &p.Seq, &content); err == nil && terms.areIn(content) {
			found = append(found, p)
		}
		return p, err
	}, `SELECT id, created_at, seq, content FROM messages
		WHERE search_text IS NULL AND status <> 'generating' AND is_active AND `+where+`
		ORDER BY created_at DESC, seq DESC LIMIT $`+strconv.Itoa(n+1), append(args, maxUnstored)...)
	return found, err
}

// lastRead is the last message that searchRecent read. row is its number in
// message_word_rows if the messages were read in the order of these numbers, else 0.
type lastRead struct {
	Position
	row int64
}

// recentPart is what searchRecent has read.
type recentPart struct {
	found []Position
	last  lastRead
	more  bool  // there may be older messages
	read  int   // messages read
	with  []int // for each term, how many of the read messages have it
}

// joinedWith returns p and the part that was read after p as one part.
func (p recentPart) joinedWith(older recentPart) recentPart {
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

// olderRowsFor estimates how many older messages must be read to find as many matches as
// are missing for limit, with a quarter on top.
func (p recentPart) olderRowsFor(limit int) int {
	return (limit-len(p.found))*p.read*5/(4*len(p.found)) + 1
}

// rareTerms returns the terms that are not common, or all terms if every term is common.
func (p recentPart) rareTerms(terms Terms) Terms {
	var rare Terms
	for i, term := range terms {
		if p.with[i]*commonWordRatio < p.read {
			rare = append(rare, term)
		}
	}
	if len(rare) == 0 {
		return terms
	}
	return rare
}

// searchRecent reads at most recent messages after a message, newest first, and compares
// each of them with the terms. It does not look the terms up in an index.
func searchRecent(ctx context.Context, db *storage.DB, scope Scope, terms Terms, after lastRead, recent int) (recentPart, error) {
	where, order, args := scope.conditionAfterRead(after)
	hits, args := termConditions(db.Engine(), terms, args)
	n := len(args)
	args = append(args, recent)
	text := `SELECT id, created_at, seq, 0, ` + strings.Join(hits, ", ") + ` FROM messages WHERE search_text IS NOT NULL AND is_active AND ` + where + ` ORDER BY ` + order + ` LIMIT $` + strconv.Itoa(n+1)
	if scope.ConversationID == "" && db.Engine() == storage.SQLite {
		text = `SELECT id, created_at, seq, message_words.rowid, ` + strings.Join(hits, ", ") + ` ` + fromWords + `
			WHERE message_words MATCH $` + strconv.Itoa(n+2) + ` AND message_words.rowid < $` + strconv.Itoa(n+3) + ` AND is_active AND ` + where + ` ORDER BY message_words.rowid DESC LIMIT $` + strconv.Itoa(n+1)
		args = append(args, sqliteQuery(scope, nil), after.rowBound())
	}
	part := recentPart{with: make([]int, len(terms))}
	has := make([]bool, len(terms))
	_, err := storage.All(ctx, db.Reader(), func(r storage.Row) (p lastRead, err error) {
		into := []any{&p.ID, &p.At, &p.Seq, &p.row}
		for i := range has {
			into = append(into, &has[i])
		}
		if err = r.Scan(into...); err == nil {
			part.addMessage(p, has)
		}
		return p, err
	}, text, args...)
	part.more = part.read == recent
	return part, err
}

// addMessage counts a message that was read. has tells for each term whether the message
// has it.
func (p *recentPart) addMessage(m lastRead, has []bool) {
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

// conditionAfterRead is conditionAfter for the messages after a lastRead. If after has a row
// number, the condition includes messages of the same millisecond, because their order in
// message_word_rows is arbitrary. rowBound excludes the ones that were read.
func (s Scope) conditionAfterRead(after lastRead) (where, order string, args []any) {
	if after.row != 0 {
		return s.conditionAfter(Position{At: after.At + 1})
	}
	return s.conditionAfter(after.Position)
}

// rowBound returns a row number of message_word_rows. The messages after p have smaller
// numbers.
func (p lastRead) rowBound() int64 {
	if p.row != 0 {
		return p.row
	}
	return rowNumberAfter(p.At)
}

// conditionAfter returns the SQL condition, order and arguments for the messages of a scope
// after a position. An index serves condition and order.
func (s Scope) conditionAfter(after Position) (where, order string, args []any) {
	if s.ConversationID == "" {
		return `rtrim(conversation_id, '0123456789') = $1 AND (created_at, seq, id) < ($2, $3, $4)`,
			`created_at DESC, seq DESC, id DESC`, []any{s.userWord(), after.At, after.Seq, after.ID}
	}
	seq := after.Seq
	if after == SearchStart {
		seq = math.MaxInt64
	}
	return `conversation_id = $1 AND seq < $2`, `seq DESC`, []any{s.ConversationID, seq}
}

// userWord returns the word of the index that all messages of the user have. No word of a
// text contains a _.
func (s Scope) userWord() string { return s.UserID + "_" }

// scopeWord returns the word of the index that all messages of the scope have.
func (s Scope) scopeWord() string { return cmp.Or(s.ConversationID, s.userWord()) }

// termConditions returns for each term the SQL condition that messages with the term
// fulfil, and args with the arguments of the conditions appended.
func termConditions(engine storage.Engine, terms Terms, args []any) ([]string, []any) {
	find := "instr"
	if engine == storage.Postgres {
		find = "strpos"
	}
	conditions := make([]string, len(terms))
	for i, term := range terms {
		args = append(args, term.searchedPart())
		conditions[i] = find + `(' ' || search_text, $` + strconv.Itoa(len(args)) + `) > 0`
	}
	return conditions, args
}

// searchIndex looks the terms up in the full-text index of the engine, which does not know
// the order of words. So the query also compares each message that it finds with the terms.
func searchIndex(ctx context.Context, db *storage.DB, scope Scope, terms Terms, newest recentPart, limit int) ([]Position, error) {
	where, order, args := scope.conditionAfterRead(newest.last)
	conditions, args := termConditions(db.Engine(), terms, args)
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
			AND `+where+` AND `+hit+` ORDER BY `+order+` LIMIT `+bound, postgresQuery(scope, looked), limit)
	}
	list, err := query(`SELECT id, created_at, seq `+fromWords+`
		WHERE message_words MATCH `+words+` AND message_words.rowid < `+bound+` AND is_active AND `+where+` AND `+hit+`
		ORDER BY message_words.rowid DESC LIMIT `+count, sqliteQuery(scope, looked), newest.last.rowBound(), limit+maxPerMillisecond)
	slices.SortFunc(list, Position.compare)
	return list[:min(len(list), limit)], err
}

// fromWords are the tables of a search on SQLite. CROSS JOIN keeps the query planner from
// changing their order.
const fromWords = `FROM message_words CROSS JOIN message_word_rows ON no = message_words.rowid CROSS JOIN messages ON id = message_id`

// wordsOfMessage is the expression of the index messages_words of PostgreSQL.
const wordsOfMessage = `array_to_tsvector(string_to_array(search_text || ' ' || conversation_id || ' ' || rtrim(conversation_id, '0123456789'), ' '))`

// rowNumberAfter returns a number that is greater than the numbers that messages of the
// millisecond at have in message_word_rows.
func rowNumberAfter(at int64) int64 {
	const bits = 16
	if at >= math.MaxInt64>>bits || at < 0 {
		return max(at, 0) // all rows, or none: the position is not that of a message
	}
	return (at + 1) << bits
}

// sqliteQuery returns a query for SQLite's FTS5, which joins quoted strings by AND.
func sqliteQuery(scope Scope, terms Terms) string {
	return joinEntries(scope, terms, " ", "*", func(word string) string {
		return `"` + strings.ReplaceAll(word, `"`, `""`) + `"`
	})
}

// postgresQuery returns a query for PostgreSQL's text search.
func postgresQuery(scope Scope, terms Terms) string {
	return joinEntries(scope, terms, " & ", ":*", func(word string) string {
		return `'` + strings.NewReplacer(`'`, `''`, `\`, `\\`).Replace(word) + `'`
	})
}

// joinEntries joins the word of the scope and the index entries of the terms with the operator
// and. If only the beginning of an entry is given, it appends the mark prefix to the entry.
func joinEntries(scope Scope, terms Terms, and, prefix string, quote func(string) string) string {
	out := []string{quote(scope.scopeWord())}
	for _, term := range terms {
		words, isPrefix := term.termEntries()
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

// ByIDs returns messages in the order of the ids. It leaves out replaced versions and
// archived messages.
func ByIDs(ctx context.Context, q storage.Querier, ids []string) ([]Message, error) {
	placeholders, args := storage.In(nil, ids)
	list, err := storage.All(ctx, q, scanMessage, `SELECT `+messageColumns+` FROM messages WHERE is_active AND id IN (`+placeholders+`)`, args...)
	place := make(map[string]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	slices.SortFunc(list, func(a, b Message) int { return place[a.ID] - place[b.ID] })
	return list, err
}

// AddWords stores the words of at most limit messages that have none yet, and returns their
// number. A job calls it, so that a send does not wait for it.
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
