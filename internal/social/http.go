package social

import (
	"context"
	"net/http"

	"colloquy/internal/httpx"
)

const apiTag = "Social"

// Routes registers the calls of this package.
func (s *Service) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/profile/{id}/like", ID: "likeCharacter", Summary: "Like a character, or take the like back", Tag: apiTag}, s.handleLike)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/profile/{id}/follow", ID: "followCharacter", Summary: "Follow or unfollow a character", Tag: apiTag}, s.handleFollow)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/profile/{id}/comments", ID: "listComments", Summary: "Comments on a character, newest first", Tag: apiTag}, s.handleComments)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/profile/{id}/comments", ID: "postComment", Summary: "Comment on a character, or reply to a comment", Tag: apiTag, Status: http.StatusCreated}, s.handlePostComment)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/profile/{id}/activity", ID: "listActivity", Summary: "Recent comments and milestones of a character", Tag: apiTag}, s.handleActivity)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/comments/{id}/like", ID: "likeComment", Summary: "Like a comment, or take the like back", Tag: apiTag}, s.handleLikeComment)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/comments/{id}/replies", ID: "listReplies", Summary: "Replies to a comment, older ones page by page", Tag: apiTag}, s.handleReplies)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/comments/{id}/report", ID: "reportComment", Summary: "Report somebody else's comment", Tag: apiTag, Status: http.StatusCreated}, s.handleReport)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/comments/{id}", ID: "deleteComment", Summary: "Delete one's own comment", Tag: apiTag}, s.handleDeleteComment)
}

// toLikeOut returns the answer of a call that likes a character or a comment. If err is not
// nil, it returns err.
func toLikeOut(t ToggleResult, err error) (*likeOut, error) {
	if err != nil {
		return nil, err
	}
	out := &likeOut{}
	out.Body.IsLiked, out.Body.LikeCount = t.On, t.MarkCount
	return out, nil
}

func (s *Service) handleLike(ctx context.Context, in *likeIn) (*likeOut, error) {
	return toLikeOut(s.Like(ctx, httpx.Actor(ctx), in.ID, in.Body.wantedLike()))
}

func (s *Service) handleLikeComment(ctx context.Context, in *likeCommentIn) (*likeOut, error) {
	return toLikeOut(s.LikeComment(ctx, httpx.Actor(ctx), in.ID, in.Body.wantedLike()))
}

func (s *Service) handleFollow(ctx context.Context, in *followIn) (*followOut, error) {
	var want *bool
	if in.Body != nil {
		want = in.Body.Following
	}
	t, err := s.Follow(ctx, httpx.Actor(ctx), in.ID, want)
	if err != nil {
		return nil, err
	}
	out := &followOut{}
	out.Body.IsFollowing, out.Body.FollowerCount = t.On, t.MarkCount
	return out, nil
}

func (s *Service) handleComments(ctx context.Context, in *commentsIn) (*commentsOut, error) {
	page, err := s.Comments(ctx, httpx.Actor(ctx), in.ID, in.Limit, in.After)
	if err != nil {
		return nil, err
	}
	out := &commentsOut{}
	out.Body.Comments, out.Body.HasMore, out.Body.LastItemRef = toCommentsJSON(page.Comments), page.HasMore, page.NextCursor
	return out, nil
}

func (s *Service) handlePostComment(ctx context.Context, in *postIn) (*commentOut, error) {
	d := CommentDraft{Text: in.Body.Comment}
	if in.Body.ParentID != nil {
		d.ParentID = *in.Body.ParentID
	}
	c, err := s.PostComment(ctx, httpx.Actor(ctx), in.ID, d)
	if err != nil {
		return nil, err
	}
	return &commentOut{toCommentJSON(c)}, nil
}

func (s *Service) handleReport(ctx context.Context, in *reportIn) (*reportOut, error) {
	ticket, err := s.ReportComment(ctx, httpx.Actor(ctx), in.ID, in.Body.Reason)
	if err != nil {
		return nil, err
	}
	out := &reportOut{}
	out.Body.Success, out.Body.Ticket = true, ticket
	return out, nil
}

func (s *Service) handleDeleteComment(ctx context.Context, in *CommentRef) (*deletedOut, error) {
	if err := s.DeleteComment(ctx, httpx.Actor(ctx), in.ID); err != nil {
		return nil, err
	}
	out := &deletedOut{}
	out.Body.Success = true
	return out, nil
}

func (s *Service) handleActivity(ctx context.Context, in *activityIn) (*activityOut, error) {
	events, err := s.Activity(ctx, httpx.Actor(ctx), in.ID, in.Limit)
	if err != nil {
		return nil, err
	}
	out := &activityOut{}
	out.Body.Data = make([]eventJSON, len(events))
	for i, e := range events {
		out.Body.Data[i] = toEventJSON(e)
	}
	return out, nil
}

func (s *Service) handleReplies(ctx context.Context, in *repliesIn) (*repliesOut, error) {
	page, err := s.Replies(ctx, httpx.Actor(ctx), in.ID, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	out := &repliesOut{}
	out.Body.Data, out.Body.NextCursor = toCommentsJSON(page.Replies), page.EarlierCursor
	return out, nil
}
