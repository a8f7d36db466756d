package notices

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"colloquy/internal/httpx"
)

const apiTag = "Notifications"

// Routes registers the calls of this package.
func (s *Service) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/notifications", ID: "listNotifications", Summary: "The caller's notices", Tag: apiTag}, s.handleListNotices)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/notifications/stream", ID: "streamNotifications", Summary: "The number of the caller's unread notices, at once and after each change", Tag: apiTag, StreamMediaTypes: "text/event-stream"}, s.handleStream)
	httpx.Handle(api, httpx.Op{Method: "PATCH", Path: "/user/notifications/{id}/read", ID: "markNotificationRead", Summary: "Mark a notice read", Tag: apiTag}, s.handleMarkRead)
	httpx.Handle(api, httpx.Op{Method: "PATCH", Path: "/user/notifications/mark-all-read", ID: "markAllNotificationsRead", Summary: "Mark all notices read", Tag: apiTag}, s.handleMarkAllRead)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/unsubscribe/{token}", ID: "unsubscribe", Summary: "Stop the mail of a group, by the link of a mail; the body is ignored", Tag: apiTag}, s.handleUnsubscribe)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/notifications/{id}", ID: "deleteNotification", Summary: "Delete a notice", Tag: apiTag}, s.handleDelete)
}

func (s *Service) handleListNotices(ctx context.Context, in *noticesIn) (*noticesOut, error) {
	page, err := s.List(ctx, httpx.Actor(ctx), Filter(in.Show), in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	out := &noticesOut{}
	out.Body.Data = toPageJSON(page)
	return out, nil
}

func (s *Service) handleStream(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	actor := httpx.Actor(ctx)
	return httpx.EventStream(func(ctx context.Context, w *httpx.EventWriter) {
		if err := s.StreamUnreadCount(ctx, actor, w); err != nil && ctx.Err() == nil {
			s.deps.Log.DebugContext(ctx, "the reader is disconnected", "error", err.Error())
		}
	}), nil
}

func (s *Service) handleMarkRead(ctx context.Context, in *noticeRef) (*doneOut, error) {
	return toDoneOut(s.MarkRead(ctx, httpx.Actor(ctx), in.ID))
}

func (s *Service) handleMarkAllRead(ctx context.Context, in *markAllReadIn) (*doneOut, error) {
	return toDoneOut(s.MarkAllRead(ctx, httpx.Actor(ctx), in.Until))
}

func (s *Service) handleDelete(ctx context.Context, in *noticeRef) (*doneOut, error) {
	return toDoneOut(s.Delete(ctx, httpx.Actor(ctx), in.ID))
}

func (s *Service) handleUnsubscribe(ctx context.Context, in *unsubscribeIn) (*unsubscribeOut, error) {
	g, err := s.StopMail(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	out := &unsubscribeOut{}
	out.Body.Success, out.Body.Group = true, string(g)
	return out, nil
}

func toDoneOut(err error) (*doneOut, error) {
	if err != nil {
		return nil, err
	}
	out := &doneOut{}
	out.Body.Success = true
	return out, nil
}
