package accounts

import (
	"cmp"
	"context"
	"time"

	"colloquy/internal/httpx"
)

// signInJSON is a session of a user. The name SessionJSON is not free: conversations have it
// in the OpenAPI document.
type signInJSON struct {
	ID              string    `json:"id"`
	Browser         string    `json:"browser"`
	OperatingSystem string    `json:"system"`
	LastUsedAt      time.Time `json:"last_used_at"`
	CreatedAt       time.Time `json:"created_at"`
	Current         bool      `json:"current"`
}

type signInsOut struct {
	Body struct {
		Data []signInJSON `json:"data" nullable:"false"`
	}
}

// SessionRef has the id of a session in a path.
type SessionRef struct {
	ID string `path:"id"`
}

type endedOut struct {
	Body struct {
		Success bool `json:"success"`
	}
}

// listSessions answers with the sign-in sessions of the actor. An unknown browser is named "Unknown
// browser", and an unknown system "Unknown system". Rule accounts-sessions-list.
func (h handlers) listSessions(ctx context.Context, _ *struct{}) (*signInsOut, error) {
	actor := httpx.Actor(ctx)
	list, err := h.service.Sessions(ctx, actor)
	if err != nil {
		return nil, err
	}
	out := &signInsOut{}
	out.Body.Data = make([]signInJSON, len(list))
	for i, k := range list {
		out.Body.Data[i] = signInJSON{
			ID: k.ID, Browser: cmp.Or(k.Browser, "Unknown browser"), OperatingSystem: cmp.Or(k.OperatingSystem, "Unknown system"),
			LastUsedAt: k.LastSeenAt, CreatedAt: k.CreatedAt, Current: k.ID == actor.SessionID,
		}
	}
	return out, nil
}

func (h handlers) endSession(ctx context.Context, in *SessionRef) (*endedOut, error) {
	return endedAnswer(h.service.EndSession(ctx, httpx.Network(ctx), httpx.Actor(ctx), in.ID))
}

func (h handlers) endOtherSessions(ctx context.Context, _ *struct{}) (*endedOut, error) {
	return endedAnswer(h.service.EndOtherSessions(ctx, httpx.Network(ctx), httpx.Actor(ctx)))
}

// endedAnswer returns the answer after sessions were ended, or err.
func endedAnswer(err error) (*endedOut, error) {
	if err != nil {
		return nil, err
	}
	out := &endedOut{}
	out.Body.Success = true
	return out, nil
}
