package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// exportPageSize is the number of rows that Export has in memory at once.
const exportPageSize = 100

type exportedMark struct {
	CharacterID int       `json:"character_id"`
	CreatedAt   time.Time `json:"created_at"`
}

type exportedComment struct {
	ID          string    `json:"id"`
	CharacterID int       `json:"character_id"`
	ParentID    string    `json:"parent_comment_id"`
	Text        string    `json:"comment"`
	LikeCount   int       `json:"like_count"`
	CreatedAt   time.Time `json:"created_at"`
}

type exportedCommentLike struct {
	CommentID string    `json:"comment_id"`
	CreatedAt time.Time `json:"created_at"`
}

type exportedReport struct {
	Ticket    string    `json:"ticket"`
	CommentID string    `json:"comment_id"`
	Reason    string    `json:"reason"`
	CreatedAt time.Time `json:"created_at"`
}

// Export emits the likes, follows, comments, likes of comments and reports of a user. Another user
// wrote a reported comment, so the export of a report leaves out the comment's text.
func (s *Service) Export(ctx context.Context, userID string, emit func(section string, item any) error) error {
	x := exporter{ctx, s.deps.DB.Reader(), userID, emit}
	for _, section := range []func() error{
		func() error { return x.emitMarks("likes", likeKind) }, func() error { return x.emitMarks("follows", followKind) },
		x.emitComments, x.emitCommentLikes, x.emitReports,
	} {
		if err := section(); err != nil {
			return err
		}
	}
	return nil
}

// exporter emits the rows of one user.
type exporter struct {
	ctx    context.Context
	db     storage.Querier
	userID string
	emit   func(section string, item any) error
}

// emitPages emits the rows of a query, which it reads in pages. The arguments of the query are the
// user id, the key of the previous page's last row, and the limit. The query must order its rows by
// the key. scan returns the item and the key of a row.
func emitPages[T any](x exporter, section, query string, scan func(r storage.Row) (item T, key string, err error)) error {
	if err := x.emit(section, nil); err != nil {
		return err
	}
	for last, n := "", exportPageSize; n == exportPageSize; {
		list, err := storage.QueryAll(x.ctx, x.db, func(r storage.Row) (item T, err error) {
			item, last, err = scan(r)
			return item, err
		}, query, x.userID, last, exportPageSize)
		if err != nil {
			return err
		}
		for _, item := range list {
			if err := x.emit(section, item); err != nil {
				return err
			}
		}
		n = len(list)
	}
	return nil
}

// emitMarks emits the likes or the follows of the user. It reads all of them in one query, because
// a user has at most one for each character.
func (x exporter) emitMarks(section string, r markKind) error {
	list, err := storage.QueryAll(x.ctx, x.db, func(r storage.Row) (m exportedMark, err error) {
		var at int64
		err = r.Scan(&m.CharacterID, &at)
		m.CreatedAt = core.FromMillis(at)
		return m, err
	}, `SELECT character_id, created_at FROM `+r.table+` WHERE user_id = $1 ORDER BY created_at, character_id`, x.userID)
	if err == nil {
		err = x.emit(section, nil)
	}
	for i := 0; i < len(list) && err == nil; i++ {
		err = x.emit(section, list[i])
	}
	return err
}

func (x exporter) emitComments() error {
	return emitPages(x, "comments", `SELECT id, character_id, COALESCE(parent_id, ''), body, like_count, created_at FROM comments
		WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`, func(r storage.Row) (c exportedComment, key string, err error) {
		var at int64
		err = r.Scan(&c.ID, &c.CharacterID, &c.ParentID, &c.Text, &c.LikeCount, &at)
		c.CreatedAt = core.FromMillis(at)
		return c, c.ID, err
	})
}

func (x exporter) emitCommentLikes() error {
	return emitPages(x, "comment_likes", `SELECT comment_id, created_at FROM comment_likes
		WHERE user_id = $1 AND comment_id > $2 ORDER BY comment_id LIMIT $3`, func(r storage.Row) (l exportedCommentLike, key string, err error) {
		var at int64
		err = r.Scan(&l.CommentID, &at)
		l.CreatedAt = core.FromMillis(at)
		return l, l.CommentID, err
	})
}

func (x exporter) emitReports() error {
	return emitPages(x, "reports", `SELECT ticket, comment_id, reason, created_at FROM reports
		WHERE user_id = $1 AND comment_id > $2 ORDER BY comment_id LIMIT $3`, func(r storage.Row) (p exportedReport, key string, err error) {
		var at int64
		err = r.Scan(&p.Ticket, &p.CommentID, &p.Reason, &at)
		p.CreatedAt = core.FromMillis(at)
		return p, p.CommentID, err
	})
}
