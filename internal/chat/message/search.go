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
	// maxRecentRows is how many of the newest messages a search reads one by one. If their hits fill a
	// page, the search does not use the index. The index would return very many messages for a
	// frequent word.
	maxRecentRows = 2000
	// These limits apply if the hits in the newest maxRecentRows messages do not fill a page. With at
	// least minHitsForSecondRead hits, the search reads older messages one by one too. It reads at most
	// maxSecondReadFactor * maxRecentRows of them.
	maxSecondReadFactor  = 7
	minHitsForSecondRead = 10
	// A word is common if at least one in messagesPerCommonWord of the messages read has it. The search
	// looks common words up in the index only if it has no rarer word.
	messagesPerCommonWord = 20
)

// maxMessagesPerMillisecond bounds how many messages of a user can be created in one millisecond. The
// send limits keep the real number far lower.
const maxMessagesPerMillisecond = 64

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

// Search returns the positions of at most limit messages that have all terms, newest first. The
// parameter after is the position behind which the search starts. Search does not find replaced
// versions, archived messages or running replies (rule chat-search-current).
func Search(ctx context.Context, db *storage.DB, scope Scope, terms Terms, after Position, limit int) ([]Position, error) {
	return searchWithRecentLimit(ctx, db, scope, terms, after, limit, maxRecentRows)
}

// searchWithRecentLimit is Search; recentLimit is how many of the newest messages it reads one by
// one.
func searchWithRecentLimit(ctx context.Context, db *storage.DB, scope Scope, terms Terms, after Position, limit, recentLimit int) ([]Position, error) {
	if len(terms) == 0 {
		return nil, nil
	}
	found, err := searchUnindexed(ctx, db, scope, terms, after)
	if err != nil {
		return nil, err
	}
	newestResult, err := searchRecent(ctx, db, scope, terms, positionWithRowNumber{Position: after}, recentLimit)
	if err == nil && newestResult.hasMore && len(newestResult.positions) >= minHitsForSecondRead && len(newestResult.positions) < limit {
		var secondResult recentResult
		secondResult, err = searchRecent(ctx, db, scope, terms, newestResult.lastPosition, min(maxSecondReadFactor*recentLimit, newestResult.olderMessageCountFor(limit)))
		newestResult = newestResult.joinedWith(secondResult)
	}
	if err != nil {
		return nil, err
	}
	found = append(found, newestResult.positions...)
	if newestResult.hasMore && len(newestResult.positions) < limit {
		older, err := searchIndex(ctx, db, scope, terms, newestResult, limit-len(newestResult.positions))
		if err != nil {
			return nil, err
		}
		found = append(found, older...)
	}
	slices.SortFunc(found, Position.compare)
	return found[:min(len(found), limit)], nil
}

// maxUnindexedMessages is how many messages without a search_text a search reads. A job fills this column
// every minute, so usually only the newest messages lack it. All messages lack it after an update
// from a version without search.
const maxUnindexedMessages = 2000

// searchUnindexed reads the messages whose words are not stored yet.
func searchUnindexed(ctx context.Context, db *storage.DB, scope Scope, terms Terms, after Position) (found []Position, err error) {
	where, _, args := scope.conditionAfter(after)
	if scope.ConversationID != "" {
		where = `rtrim(conversation_id, '0123456789') = $3 AND conversation_id || '' = $1 AND seq < $2` // the expression keeps the query planner from using the index of the conversation
		args = append(args, scope.userIndexWord())
	}
	n := len(args)
	_, err = storage.QueryAll(ctx, db.Reader(), func(r storage.Row) (p Position, err error) {
		var content string
		if err = r.Scan(&p.ID, &p.At, &p.Seq, &content); err == nil && terms.areAllIn(content) {
			found = append(found, p)
		}
		return p, err
	}, `SELECT id, created_at, seq, content FROM messages
		WHERE search_text IS NULL AND status <> 'generating' AND is_active AND `+where+`
		ORDER BY created_at DESC, seq DESC LIMIT $`+strconv.Itoa(n+1), append(args, maxUnindexedMessages)...)
	return found, err
}

// positionWithRowNumber is the last message that searchRecent read. rowNumber is its number in
// message_word_rows if the messages were read in the order of these numbers, else 0.
type positionWithRowNumber struct {
	Position
	rowNumber int64
}

// recentResult is what searchRecent has read.
type recentResult struct {
	positions    []Position
	lastPosition positionWithRowNumber
	hasMore      bool  // there may be older messages
	readCount    int   // messages read
	termCounts   []int // for each term, how many of the read messages have it
}

// joinedWith returns one result with the contents of p and of older. older must have been read
// after p.
func (p recentResult) joinedWith(older recentResult) recentResult {
	older.positions = append(p.positions, older.positions...)
	older.readCount += p.readCount
	for i, n := range p.termCounts {
		older.termCounts[i] += n
	}
	if older.lastPosition == (positionWithRowNumber{}) {
		older.lastPosition = p.lastPosition
	}
	return older
}

// olderMessageCountFor estimates how many older messages a search must read to find the hits that p lacks.
// The search needs `limit` hits in all. olderMessageCountFor adds a quarter to the estimate.
func (p recentResult) olderMessageCountFor(limit int) int {
	return (limit-len(p.positions))*p.readCount*5/(4*len(p.positions)) + 1
}

// rareTerms returns the terms that are not common, or all terms if every term is common.
func (p recentResult) rareTerms(terms Terms) Terms {
	var uncommonTerms Terms
	for i, term := range terms {
		if p.termCounts[i]*messagesPerCommonWord < p.readCount {
			uncommonTerms = append(uncommonTerms, term)
		}
	}
	if len(uncommonTerms) == 0 {
		return terms
	}
	return uncommonTerms
}

// searchRecent reads at most recentLimit messages that are older than the position `after`, newest
// first. It compares each message with the terms, without a full-text index.
func searchRecent(ctx context.Context, db *storage.DB, scope Scope, terms Terms, after positionWithRowNumber, recentLimit int) (recentResult, error) {
	where, order, args := scope.conditionAfterRead(after)
	hitConditions, args := termConditions(db.Engine(), terms, args)
	n := len(args)
	args = append(args, recentLimit)
	text := `SELECT id, created_at, seq, 0, ` + strings.Join(hitConditions, ", ") + ` FROM messages WHERE search_text IS NOT NULL AND is_active AND ` + where + ` ORDER BY ` + order + ` LIMIT $` + strconv.Itoa(n+1)
	if scope.ConversationID == "" && db.Engine() == storage.SQLite {
		text = `SELECT id, created_at, seq, message_words.rowid, ` + strings.Join(hitConditions, ", ") + ` ` + searchTables + `
			WHERE message_words MATCH $` + strconv.Itoa(n+2) + ` AND message_words.rowid < $` + strconv.Itoa(n+3) + ` AND is_active AND ` + where + ` ORDER BY message_words.rowid DESC LIMIT $` + strconv.Itoa(n+1)
		args = append(args, sqliteQuery(scope, nil), after.rowNumberUpperBound())
	}
	result := recentResult{termCounts: make([]int, len(terms))}
	hasTerm := make([]bool, len(terms))
	_, err := storage.QueryAll(ctx, db.Reader(), func(r storage.Row) (p positionWithRowNumber, err error) {
		dest := []any{&p.ID, &p.At, &p.Seq, &p.rowNumber}
		for i := range hasTerm {
			dest = append(dest, &hasTerm[i])
		}
		if err = r.Scan(dest...); err == nil {
			result.addMessage(p, hasTerm)
		}
		return p, err
	}, text, args...)
	result.hasMore = result.readCount == recentLimit
	return result, err
}

// addMessage counts a message that was read. hasTerm says for each term whether the message has
// it.
func (p *recentResult) addMessage(m positionWithRowNumber, hasTerm []bool) {
	p.readCount++
	p.lastPosition = m
	for i, h := range hasTerm {
		if h {
			p.termCounts[i]++
		}
	}
	if !slices.Contains(hasTerm, false) {
		p.positions = append(p.positions, m.Position)
	}
}

// conditionAfterRead calls conditionAfter for the messages older than the position `after`. If
// after.rowNumber is not 0, the condition also includes all messages of the millisecond after.At.
// The reason is that message_word_rows numbers the messages of one millisecond in arbitrary order.
// The caller must exclude the rows with numbers from after.rowNumberUpperBound() on. These rows were
// read already.
func (s Scope) conditionAfterRead(after positionWithRowNumber) (where, order string, args []any) {
	if after.rowNumber != 0 {
		return s.conditionAfter(Position{At: after.At + 1})
	}
	return s.conditionAfter(after.Position)
}

// rowNumberUpperBound returns an exclusive upper bound: each message older than p has a lower number in
// message_word_rows.
func (p positionWithRowNumber) rowNumberUpperBound() int64 {
	if p.rowNumber != 0 {
		return p.rowNumber
	}
	return rowNumberAfterTime(p.At)
}

// conditionAfter returns the SQL condition, order and arguments for the messages of a scope
// after a position. An index of the table fits both the condition and the order.
func (s Scope) conditionAfter(after Position) (where, order string, args []any) {
	if s.ConversationID == "" {
		return `rtrim(conversation_id, '0123456789') = $1 AND (created_at, seq, id) < ($2, $3, $4)`,
			`created_at DESC, seq DESC, id DESC`, []any{s.userIndexWord(), after.At, after.Seq, after.ID}
	}
	seq := after.Seq
	if after == SearchStart {
		seq = math.MaxInt64
	}
	return `conversation_id = $1 AND seq < $2`, `seq DESC`, []any{s.ConversationID, seq}
}

// userIndexWord returns a word that the index has for each message of the user. This word ends in "_",
// which no word of a text contains.
func (s Scope) userIndexWord() string { return s.UserID + "_" }

// scopeIndexWord returns a word that the index has for each message of the scope.
func (s Scope) scopeIndexWord() string { return cmp.Or(s.ConversationID, s.userIndexWord()) }

// termConditions returns one SQL condition for each term. A message that has the term fulfils the
// condition. The second result is args with the arguments of the conditions appended.
func termConditions(engine storage.Engine, terms Terms, args []any) ([]string, []any) {
	findFunction := "instr"
	if engine == storage.Postgres {
		findFunction = "strpos"
	}
	conditions := make([]string, len(terms))
	for i, term := range terms {
		args = append(args, term.searchTextPart())
		conditions[i] = findFunction + `(' ' || search_text, $` + strconv.Itoa(len(args)) + `) > 0`
	}
	return conditions, args
}

// searchIndex looks the terms up in the full-text index of the engine. The index does not know the
// order of words. So the query also checks that each message found has the terms.
func searchIndex(ctx context.Context, db *storage.DB, scope Scope, terms Terms, newest recentResult, limit int) ([]Position, error) {
	where, order, args := scope.conditionAfterRead(newest.lastPosition)
	conditions, args := termConditions(db.Engine(), terms, args)
	hitCondition := strings.Join(conditions, " AND ")
	lookedUpTerms := newest.rareTerms(terms)
	query := func(text string, extra ...any) ([]Position, error) {
		return storage.QueryAll(ctx, db.Reader(), func(r storage.Row) (p Position, err error) {
			return p, r.Scan(&p.ID, &p.At, &p.Seq)
		}, text, append(args, extra...)...)
	}
	n := len(args)
	wordsParam, boundParam, countParam := "$"+strconv.Itoa(n+1), "$"+strconv.Itoa(n+2), "$"+strconv.Itoa(n+3)
	if db.Engine() == storage.Postgres {
		return query(`SELECT id, created_at, seq FROM messages WHERE is_active AND search_text <> '' AND `+messageWordsSQL+` @@ `+wordsParam+`::tsquery
			AND `+where+` AND `+hitCondition+` ORDER BY `+order+` LIMIT `+boundParam, postgresQuery(scope, lookedUpTerms), limit)
	}
	list, err := query(`SELECT id, created_at, seq `+searchTables+`
		WHERE message_words MATCH `+wordsParam+` AND message_words.rowid < `+boundParam+` AND is_active AND `+where+` AND `+hitCondition+`
		ORDER BY message_words.rowid DESC LIMIT `+countParam, sqliteQuery(scope, lookedUpTerms), newest.lastPosition.rowNumberUpperBound(), limit+maxMessagesPerMillisecond)
	slices.SortFunc(list, Position.compare)
	return list[:min(len(list), limit)], err
}

// searchTables are the tables of a search on SQLite. CROSS JOIN keeps the query planner from
// changing their order. The index message_words has the option secure-delete (migration 27). So the
// words of deleted messages leave the index at once (rule chat-search-current).
const searchTables = `FROM message_words CROSS JOIN message_word_rows ON no = message_words.rowid CROSS JOIN messages ON id = message_id`

// messageWordsSQL is the expression of the index messages_words of PostgreSQL.
const messageWordsSQL = `array_to_tsvector(string_to_array(search_text || ' ' || conversation_id || ' ' || rtrim(conversation_id, '0123456789'), ' '))`

// rowNumberAfterTime takes a time in milliseconds. It returns a number greater than the numbers in
// message_word_rows of all messages created at this time.
func rowNumberAfterTime(at int64) int64 {
	const bits = 16
	if at >= math.MaxInt64>>bits || at < 0 {
		return max(at, 0) // the shift would overflow; no message has a time before 1970 or after the year 6428
	}
	return (at + 1) << bits
}

// sqliteQuery returns a query for SQLite's FTS5, which joins quoted strings by AND.
func sqliteQuery(scope Scope, terms Terms) string {
	return fullTextQuery(scope, terms, " ", "*", func(word string) string {
		return `"` + strings.ReplaceAll(word, `"`, `""`) + `"`
	})
}

// postgresQuery returns a query for PostgreSQL's text search.
func postgresQuery(scope Scope, terms Terms) string {
	return fullTextQuery(scope, terms, " & ", ":*", func(word string) string {
		return `'` + strings.NewReplacer(`'`, `''`, `\`, `\\`).Replace(word) + `'`
	})
}

// fullTextQuery joins the word of the scope and the index entries of the terms with andOperator. The
// last entry of a term may be only the beginning of a word. fullTextQuery appends prefixMark, the
// operator of a prefix search, to such an entry.
func fullTextQuery(scope Scope, terms Terms, andOperator, prefixMark string, quote func(string) string) string {
	quotedEntries := []string{quote(scope.scopeIndexWord())}
	for _, term := range terms {
		words, isPrefix := term.termIndexEntries()
		for i, word := range words {
			quotedEntry := quote(word)
			if isPrefix && i == len(words)-1 {
				quotedEntry += prefixMark
			}
			quotedEntries = append(quotedEntries, quotedEntry)
		}
	}
	return strings.Join(quotedEntries, andOperator)
}

// ByIDs returns messages in the order of the ids. It leaves out replaced versions and
// archived messages (rule chat-search-current).
func ByIDs(ctx context.Context, q storage.Querier, ids []string) ([]Message, error) {
	placeholders, args := storage.InList(nil, ids)
	list, err := storage.QueryAll(ctx, q, scanMessage, `SELECT `+messageColumns+` FROM messages WHERE is_active AND id IN (`+placeholders+`)`, args...)
	indexByID := make(map[string]int, len(ids))
	for i, id := range ids {
		indexByID[id] = i
	}
	slices.SortFunc(list, func(a, b Message) int { return indexByID[a.ID] - indexByID[b.ID] })
	return list, err
}

// AddSearchWords stores the search words of at most limit messages that have none yet. It returns
// the number of these messages. A job calls it, so that sends do not wait for it.
func AddSearchWords(ctx context.Context, db *storage.DB, limit int) (int, error) {
	type unread struct{ id, content string }
	var n int
	err := db.Write(ctx, func(tx storage.Querier) error {
		list, err := storage.QueryAll(ctx, tx, func(r storage.Row) (m unread, err error) { return m, r.Scan(&m.id, &m.content) },
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
