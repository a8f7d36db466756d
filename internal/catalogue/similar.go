package catalogue

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
)

// Similar is a character that is like another one. Score goes from 0.1 to 10.0
// in tenths (decisions §5).
type Similar struct {
	Character
	Score float64
	Grant Grant
	Chats int
	Numbers
}

const (
	usualSimilar = 6  // document 2 §9
	maxSimilar   = 24 // of one answer
)

// What the parts of a score come to when everything is shared; together ten.
const (
	tagsScore     = 6
	categoryScore = 2
	proseScore    = 2
)

// Similar answers the characters most like one that may be shown, the most
// alike first, those with the same score by name. Those that share nothing are
// left out. The number of queries is constant.
func (s *Service) Similar(ctx context.Context, userID, ref string, limit int) ([]Similar, error) {
	to, err := s.Shown(ctx, ref)
	if err != nil {
		return nil, err
	}
	x, err := s.index(ctx)
	if err != nil {
		return nil, err
	}
	if limit <= 0 {
		limit = usualSimilar
	}
	near := x.nearest(to, min(limit, maxSimilar))
	ids := make([]int, len(near))
	for i, n := range near {
		ids[i] = x.entries[n.position].id
	}
	list, err := s.inOrder(ctx, x, ids)
	if err != nil {
		return nil, err
	}
	scores := make(map[int]float64, len(near))
	for _, n := range near {
		scores[x.entries[n.position].id] = float64(n.tenths) / 10
	}
	return s.counted(ctx, userID, list, scores)
}

// counted adds what is counted of characters.
func (s *Service) counted(ctx context.Context, userID string, list []Character, scores map[int]float64) ([]Similar, error) {
	ids := make([]int, len(list))
	for i, c := range list {
		ids[i] = c.CharacterID
	}
	grants, err := s.Access.Grants(ctx, userID, list)
	if err != nil {
		return nil, err
	}
	chats, err := s.chats(ctx, ids)
	if err != nil {
		return nil, err
	}
	numbers, err := s.Social.Numbers(ctx, userID, ids)
	if err != nil {
		return nil, err
	}
	out := make([]Similar, len(list))
	for i, c := range list {
		n := c.CharacterID
		out[i] = Similar{c, scores[n], grants[n], chats[n], numbers[n]}
	}
	return out, nil
}

// neighbour is a position with its score in tenths.
type neighbour struct {
	position int32
	tenths   int
}

// nearest finds the positions with the highest scores.
func (x *index) nearest(to Character, limit int) []neighbour {
	var scores likeness
	scores.of = make([]float32, len(x.entries))
	scores.share(x, &x.tag, to.Tags, tagsScore, func(e *entry) float32 { return e.tags })
	scores.share(x, &x.prose, proseWords(to.Description), proseScore, func(e *entry) float32 { return e.prose })
	if c := x.category.find(to.Category); c >= 0 {
		for _, position := range x.category.positions(c) {
			scores.of[position] += categoryScore
		}
	}
	var found []neighbour
	least := scores.least(limit + 1) // one of them may be the character itself
	for position, score := range scores.of {
		if t := tenths(score); t >= least && x.entries[position].id != to.CharacterID {
			found = append(found, neighbour{int32(position), t})
		}
	}
	slices.SortFunc(found, func(a, b neighbour) int {
		p, q := &x.entries[a.position], &x.entries[b.position]
		return cmp.Or(cmp.Compare(b.tenths, a.tenths), cmp.Compare(p.name, q.name), cmp.Compare(p.id, q.id))
	})
	return found[:min(len(found), limit)]
}

// likeness is how alike each position is to a character, from 0 to 10.
type likeness struct{ of []float32 }

// share adds, for the words that are shared, their part of the words of both:
// all of score when the words are the same.
func (s likeness) share(x *index, l *lexicon, words []string, score float32, sum func(e *entry) float32) {
	var own float32
	shared := make([]float32, len(s.of))
	for _, word := range distinct(slices.Clone(words)) {
		i := l.find(word)
		if i < 0 {
			continue
		}
		w := x.weight(l, i)
		own += w
		for _, position := range l.positions(i) {
			shared[position] += w
		}
	}
	for position, w := range shared {
		if w > 0 {
			s.of[position] += score * 2 * w / (own + sum(&x.entries[position]))
		}
	}
}

// least is the lowest score, in tenths and above nothing, that the best n reach.
func (s likeness) least(n int) int {
	var counts [tagsScore*10 + categoryScore*10 + proseScore*10 + 1]int
	for _, score := range s.of {
		counts[tenths(score)]++
	}
	least := len(counts) - 1
	for ; least > 1 && n > counts[least]; least-- {
		n -= counts[least]
	}
	return least
}

// tenths rounds a score.
func tenths(score float32) int {
	return min(int(math.Round(float64(score)*10)), tagsScore*10+categoryScore*10+proseScore*10)
}

// proseWords are the words of a text that are long enough to tell something.
// The length is in bytes: scripts that write more with fewer letters use more.
func proseWords(text string) []string {
	const short = 4
	return slices.DeleteFunc(strings.Fields(fold(text)), func(w string) bool { return len(w) < short })
}
