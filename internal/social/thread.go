package social

import (
	"context"
	"slices"
	"strconv"

	"colloquy/internal/core"
)

const (
	maxPageSize = 50
	maxReplies  = 50 // the most replies to one comment on a page (rule comments-earlier-replies)
	// repliesPerPage limits the replies to all comments of a page together. 50 comments with 50
	// of the longest replies each would have ten megabytes.
	repliesPerPage = 500
)

// CommentsPage is a page of a character's comments that are not replies, newest first.
type CommentsPage struct {
	Comments   []Comment
	HasMore    bool
	NextCursor string // cursor of the next page; empty at the end
}

// commentsPageKey is the position of a page's last comment. Its JSON is the content of a
// cursor.
type commentsPageKey struct {
	CharacterID int    `json:"c"` // character_id
	At          int64  `json:"t"` // time of the comment in milliseconds
	ID          string `json:"i"` // id of the comment
}

// Comments returns a page of the comments on a character, with their newest replies, as the actor
// sees them. ref names the character. limit is clamped to 1..50. cursor is empty or the NextCursor
// of the previous page. Any other cursor gives an error of kind core.Malformed.
func (s *Service) Comments(ctx context.Context, actor core.Actor, ref string, limit int, cursor string) (CommentsPage, error) {
	ch, err := s.shownCharacter(ctx, ref)
	if err != nil {
		return CommentsPage{}, err
	}
	from, err := parseCommentsPageKey(cursor, ch.CharacterID)
	if err != nil {
		return CommentsPage{}, err
	}
	limit = clampLimit(limit)
	list, err := s.store.topLevelCommentsAfter(ctx, ch.CharacterID, from, limit+1)
	if err != nil {
		return CommentsPage{}, err
	}
	var out CommentsPage
	if out.HasMore = len(list) > limit; out.HasMore {
		list = list[:limit]
		lastComment := list[limit-1]
		out.NextCursor = core.FormatCursor(commentsPageKey{ch.CharacterID, core.Millis(lastComment.CreatedAt), lastComment.ID})
	}
	if err := s.addReplies(ctx, list, min(maxReplies, repliesPerPage/limit)); err != nil {
		return CommentsPage{}, err
	}
	out.Comments = list
	return out, s.addAuthorsAndLikes(ctx, actor.UserID, list)
}

func clampLimit(limit int) int { return min(max(limit, 1), maxPageSize) }

// parseCommentsPageKey returns the key in a cursor, or nil for an empty cursor. It returns
// errBadCursor if the cursor was altered or belongs to another character.
func parseCommentsPageKey(text string, characterID int) (*commentsPageKey, error) {
	if text == "" {
		return nil, nil
	}
	var key commentsPageKey
	if err := core.ParseCursor(text, &key); err != nil {
		return nil, errBadCursor.Because(err)
	}
	if key.CharacterID != characterID {
		return nil, errBadCursor
	}
	return &key, nil
}

// addReplies adds the newest replies to each comment, at most maxPerComment, and the cursor of the
// earlier replies. It makes one query. To know whether a comment has earlier replies, it reads one
// reply more than it adds.
func (s *Service) addReplies(ctx context.Context, list []Comment, maxPerComment int) error {
	indexByCommentID := map[string]int{}
	var parentIDs []string
	for i, c := range list {
		if c.ReplyCount > 0 {
			indexByCommentID[c.ID] = i
			parentIDs = append(parentIDs, c.ID)
		}
	}
	replies, err := s.store.newestReplies(ctx, parentIDs, maxPerComment+1)
	for _, r := range replies {
		parent := &list[indexByCommentID[r.ParentID]]
		parent.Replies = append(parent.Replies, r)
	}
	for i := range list {
		if c := &list[i]; len(c.Replies) > maxPerComment {
			c.Replies = c.Replies[1:]
			c.EarlierRepliesCursor = earlierRepliesCursor(c.Replies[0])
		}
	}
	return err
}

// addAuthorsAndLikes sets Author, Liked and IsOwn of comments and their replies. It makes one query
// for the authors and one for the likes. userID is the requesting user.
func (s *Service) addAuthorsAndLikes(ctx context.Context, userID string, list []Comment) error {
	var allComments []*Comment
	for i := range list {
		allComments = append(allComments, &list[i])
		for j := range list[i].Replies {
			allComments = append(allComments, &list[i].Replies[j])
		}
	}
	var ids, authors []string
	for _, c := range allComments {
		ids = append(ids, c.ID)
		if !c.IsDeleted {
			authors = append(authors, c.UserID)
		}
	}
	people, err := s.peopleByID(ctx, authors)
	if err != nil {
		return err
	}
	likedComments, err := s.store.likedCommentsAmong(ctx, userID, ids)
	for _, c := range allComments {
		c.IsOwn = userID != "" && c.UserID == userID
		c.Author, c.Liked = people[c.UserID].visiblePart(c.IsOwn), likedComments[c.ID]
	}
	return err
}

// peopleByID returns persons by user id. ids may contain duplicates.
func (s *Service) peopleByID(ctx context.Context, ids []string) (map[string]Person, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return s.deps.People.People(ctx, slices.Compact(slices.Sorted(slices.Values(ids))))
}

func characterRef(characterID int) string { return strconv.Itoa(characterID) }
