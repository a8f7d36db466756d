package notices

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

const tag = "Notifications"

var errUnbuilt = core.E(core.Internal, "unbuilt", "Not built.")

// Routes registers the calls of this package.
func (s *Service) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/notifications", ID: "listNotifications", Summary: "The caller's notices", Tag: tag}, s.handleNotices)
	httpx.Handle(api, httpx.Op{Method: "PATCH", Path: "/user/notifications/{id}/read", ID: "markNotificationRead", Summary: "Mark a notice read", Tag: tag}, s.handleRead)
	httpx.Handle(api, httpx.Op{Method: "PATCH", Path: "/user/notifications/mark-all-read", ID: "markAllNotificationsRead", Summary: "Mark all notices read", Tag: tag}, s.handleAllRead)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/notifications/{id}", ID: "deleteNotification", Summary: "Delete a notice", Tag: tag}, s.handleDelete)
}

func (s *Service) handleNotices(context.Context, *noticesIn) (*noticesOut, error) {
	return nil, errUnbuilt
}

func (s *Service) handleRead(context.Context, *noticeRef) (*doneOut, error)   { return nil, errUnbuilt }
func (s *Service) handleAllRead(context.Context, *struct{}) (*doneOut, error) { return nil, errUnbuilt }
func (s *Service) handleDelete(context.Context, *noticeRef) (*doneOut, error) { return nil, errUnbuilt }
