package social

import (
	"context"
	"slices"
	"strconv"

	"colloquy/internal/core"
)

const (
	maxPageSize = 50
	maxReplies  = 50 // the newest replies to one comment on a page
	// repliesPerPage limits the replies to all comments of a page together. 50 comments
	// with maxReplies of the longest replies each would have ten megabytes.
	repliesPerPage = 500
)

// Page is a page of a character's comments, newest first.
type Page struct {
	Comments []Comment
	HasMore  bool
	Last     string // cursor of the next page; empty at the end
}

// pageKey is the position of a page's last comment. Its JSON is the content of a
// cursor.
type pageKey struct {
	Character int    `json:"c"`
	At        int64  `json:"t"`
	ID        string `json:"i"`
}

// Comments returns a page of the comments on a character with their replies, as the
// actor sees them. limit is clamped to 1..50. after is the Last of the previous page;
// if it was altered or belongs to another character, the error is core.Malformed.
func (s *Service) Comments(ctx context.Context, actor core.Actor, ref string, limit int, after string) (Page, error) {
	ch, err := s.shownCharacter(ctx, ref)
	if err != nil {
		return Page{}, err
	}
	from, err := parsePageKey(after, ch.CharacterID)
	if err != nil {
		return Page{}, err
	}
	limit = clampLimit(limit)
	list, err := s.store.page(ctx, ch.CharacterID, from, limit+1)
	if err != nil {
		return Page{}, err
	}
	var out Page
	if out.HasMore = len(list) > limit; out.HasMore {
		list = list[:limit]
		last := list[limit-1]
		out.Last = core.Cursor(pageKey{ch.CharacterID, core.Millis(last.CreatedAt), last.ID})
	}
	if err := s.addReplies(ctx, list, min(maxReplies, repliesPerPage/limit)); err != nil {
		return Page{}, err
	}
	out.Comments = list
	return out, s.addViewer(ctx, actor.UserID, list)
}

func clampLimit(limit int) int { return min(max(limit, 1), maxPageSize) }

func parsePageKey(text string, characterID int) (*pageKey, error) {
	if text == "" {
		return nil, nil
	}
	var key pageKey
	if err := core.ParseCursor(text, &key); err != nil {
		return nil, errBadCursor.Because(err)
	}
	if key.Character != characterID {
		return nil, errBadCursor
	}
	return &key, nil
}

// addReplies adds the newest replies of all comments, in one query, and the cursors of
// the others. It reads one reply more than it adds, which shows whether there are others.
func (s *Service) addReplies(ctx context.Context, list []Comment, each int) error {
	indexes := map[string]int{}
	var parents []string
	for i, c := range list {
		if c.ReplyCount > 0 {
			indexes[c.ID] = i
			parents = append(parents, c.ID)
		}
	}
	replies, err := s.store.replies(ctx, parents, each+1)
	for _, r := range replies {
		parent := &list[indexes[r.ParentID]]
		parent.Replies = append(parent.Replies, r)
	}
	for i := range list {
		if c := &list[i]; len(c.Replies) > each {
			c.Replies = c.Replies[1:]
			c.EarlierReplies = earlierReplies(c.Replies[0])
		}
	}
	return err
}

// addViewer adds the authors of the comments, and whether the user likes or wrote them,
// with one query each.
func (s *Service) addViewer(ctx context.Context, userID string, list []Comment) error {
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
		c.Own = userID != "" && c.UserID == userID
		c.Author, c.Liked = people[c.UserID].shownTo(c.Own), liked[c.ID]
	}
	return err
}

// people returns the persons with the given user IDs, which may contain duplicates.
func (s *Service) people(ctx context.Context, ids []string) (map[string]Person, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return s.deps.People.People(ctx, slices.Compact(slices.Sorted(slices.Values(ids))))
}

func refOf(characterID int) string { return strconv.Itoa(characterID) }
