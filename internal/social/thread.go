package social

import (
	"context"
	"strconv"

	"colloquy/internal/core"
)

const (
	maxPage    = 50
	maxReplies = 50 // of one comment in a page: the newest
	// repliesOfPage bounds those of all its comments: a page of the longest
	// comments, each with as many replies, would be ten megabytes.
	repliesOfPage = 500
)

// Page is a stretch of a character's comments, newest first.
type Page struct {
	Comments []Comment
	HasMore  bool
	Last     string // where the next page begins; empty at the end
}

// place is where a page ended, and on which profile.
type place struct {
	Character int    `json:"c"`
	At        int64  `json:"t"`
	ID        string `json:"i"`
}

// Comments answers a page of the comments of a character with their replies,
// as the caller sees them. Limit is held to 1..50; after is the Last of the
// page before, and what was altered or is of another profile is
// core.Malformed.
func (s *Service) Comments(ctx context.Context, actor core.Actor, ref string, limit int, after string) (Page, error) {
	ch, err := s.shown(ctx, ref)
	if err != nil {
		return Page{}, err
	}
	from, err := parsePlace(after, ch.CharacterID)
	if err != nil {
		return Page{}, err
	}
	limit = clamp(limit)
	list, err := s.store.page(ctx, ch.CharacterID, from, limit+1)
	if err != nil {
		return Page{}, err
	}
	var out Page
	if out.HasMore = len(list) > limit; out.HasMore {
		list = list[:limit]
		last := list[limit-1]
		out.Last = core.Cursor(place{ch.CharacterID, core.Millis(last.CreatedAt), last.ID})
	}
	if err := s.addReplies(ctx, list, min(maxReplies, repliesOfPage/limit)); err != nil {
		return Page{}, err
	}
	out.Comments = list
	return out, s.view(ctx, actor.UserID, list)
}

func clamp(limit int) int { return min(max(limit, 1), maxPage) }

func parsePlace(text string, characterID int) (*place, error) {
	if text == "" {
		return nil, nil
	}
	var p place
	if err := core.ParseCursor(text, &p); err != nil {
		return nil, errBadCursor.Because(err)
	}
	if p.Character != characterID {
		return nil, errBadCursor
	}
	return &p, nil
}

// addReplies puts the newest replies below their comments, in one query for all.
func (s *Service) addReplies(ctx context.Context, list []Comment, each int) error {
	at := map[string]int{}
	var parents []string
	for i, c := range list {
		if c.ReplyCount > 0 {
			at[c.ID] = i
			parents = append(parents, c.ID)
		}
	}
	replies, err := s.store.replies(ctx, parents, each)
	for _, r := range replies {
		parent := &list[at[r.ParentID]]
		parent.Replies = append(parent.Replies, r)
	}
	return err
}

// view fills in who wrote the comments, and what the caller has to do with
// them: one query each.
func (s *Service) view(ctx context.Context, userID string, list []Comment) error {
	var all []*Comment
	for i := range list {
		all = append(all, &list[i])
		for j := range list[i].Replies {
			all = append(all, &list[i].Replies[j])
		}
	}
	var ids, authors []string
	for _, c := range all {
		ids = append(ids, c.ID)
		if !c.Deleted {
			authors = append(authors, c.UserID)
		}
	}
	people, err := s.people(ctx, authors)
	if err != nil {
		return err
	}
	liked, err := s.store.likedOf(ctx, userID, ids)
	for _, c := range all {
		c.Author, c.Liked = people[c.UserID], liked[c.ID]
		c.Own = userID != "" && c.UserID == userID
	}
	return err
}

// people asks for each author once.
func (s *Service) people(ctx context.Context, ids []string) (map[string]Person, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return s.People.People(ctx, unique(ids))
}

func unique(ids []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

func refOf(characterID int) string { return strconv.Itoa(characterID) }
