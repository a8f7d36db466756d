package chat

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

// registerHistoryRoutes registers the calls of the chat history.
func (s *Service) registerHistoryRoutes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/chats", ID: "listChats", Summary: "The caller's conversations, searched and filtered", Tag: apiTag}, s.handleChats)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/chats/{id}", ID: "deleteChat", Summary: "Delete a conversation", Tag: apiTag}, s.handleDeleteChat)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/user/chats/bulk-delete", ID: "deleteChats", Summary: "Delete up to 100 conversations", Tag: apiTag}, s.handleDeleteChats)
}

type chatCharacterJSON struct {
	ID          string `json:"id"`
	CharacterID int    `json:"character_id"`
	Name        string `json:"name"`
	Slug        string `json:"slug"`
	Category    string `json:"category"`
	ImageURL    string `json:"image_url"`
	CoinURL     string `json:"coin_url"`
	IsActive    bool   `json:"is_active" doc:"False when the character was removed: its conversations are read-only"`
}

// lastMessageOrNullJSON is a lastMessageJSON that may be null.
type lastMessageOrNullJSON struct {
	_       struct{} `nullable:"true"`
	Content string   `json:"content"`
}

type chatJSON struct {
	ID           string                 `json:"id"`
	Title        string                 `json:"title" doc:"Given by the user; empty: none"`
	Character    chatCharacterJSON      `json:"character"`
	LastMessage  *lastMessageOrNullJSON `json:"lastMessage"`
	MessageCount int                    `json:"message_count"`
	CreatedAt    time.Time              `json:"created_at"`
	UpdatedAt    time.Time              `json:"updated_at"`
}

type chatsIn struct {
	Search string `query:"search" doc:"Part of a character's name or of the last message"`
	From   string `query:"from" doc:"RFC 3339; conversations whose last message is of this time or later"`
	Until  string `query:"until" doc:"RFC 3339; conversations whose last message is older"`
	Limit  int    `query:"limit" default:"100" doc:"1 to 100"`
	Cursor string `query:"cursor" doc:"The nextCursor of the previous page"`
}

type chatPageJSON struct {
	Chats      []chatJSON `json:"chats" nullable:"false" doc:"Latest first"`
	NextCursor string     `json:"nextCursor" doc:"Empty at the end"`
	Total      int        `json:"total" doc:"How many match"`
}

type chatsOut struct {
	Body struct {
		Data chatPageJSON `json:"data"`
	}
}

type chatRef struct {
	ID string `path:"id" doc:"A conversation's id"`
}

type deleteChatsIn struct {
	Body struct {
		_          struct{} `additionalProperties:"true"`
		SessionIDs []string `json:"sessionIds" nullable:"false" doc:"1 to 100 ids of conversations"`
	}
}

type deletedOut struct {
	Body struct {
		Success bool `json:"success"`
	}
}

func (s *Service) handleChats(ctx context.Context, in *chatsIn) (*chatsOut, error) {
	from, err := parseTime("from", in.From)
	if err != nil {
		return nil, err
	}
	until, err := parseTime("until", in.Until)
	if err != nil {
		return nil, err
	}
	page, err := s.Chats(ctx, httpx.Actor(ctx), ListQuery{in.Search, from, until, in.Limit, in.Cursor})
	if err != nil {
		return nil, err
	}
	out := &chatsOut{}
	out.Body.Data = chatPageJSON{Chats: make([]chatJSON, len(page.Chats)), NextCursor: page.NextCursor, Total: page.Total}
	for i, c := range page.Chats {
		out.Body.Data.Chats[i] = toChatJSON(c)
	}
	return out, nil
}

// parseTime reads an optional RFC 3339 time. field is the name of the parameter. Rule
// chats-period.
func parseTime(field, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return at, core.InvalidFieldsError(field, badDateText)
	}
	return at, nil
}

// toChatJSON leaves lastMessage null if there is none (rule chats-list).
func toChatJSON(c Chat) chatJSON {
	p := c.Character.Persona
	out := chatJSON{
		ID: c.ID, Title: c.Title, MessageCount: c.MessageCount, CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt,
		Character: chatCharacterJSON{
			ID: p.ID, CharacterID: p.CharacterID, Name: p.Name, Slug: p.Slug, Category: p.Category,
			ImageURL: c.Character.ImageURL, CoinURL: c.Character.CoinURL, IsActive: !c.Character.IsHidden,
		},
	}
	if c.LastMessage != "" {
		out.LastMessage = &lastMessageOrNullJSON{Content: c.LastMessage}
	}
	return out
}

func (s *Service) handleDeleteChat(ctx context.Context, in *chatRef) (*deletedOut, error) {
	return toDeletedOut(s.DeleteChats(ctx, httpx.Actor(ctx), []string{in.ID}))
}

func (s *Service) handleDeleteChats(ctx context.Context, in *deleteChatsIn) (*deletedOut, error) {
	return toDeletedOut(s.DeleteChats(ctx, httpx.Actor(ctx), in.Body.SessionIDs))
}

// toDeletedOut returns the answer of a call that only succeeds or fails.
func toDeletedOut(err error) (*deletedOut, error) {
	if err != nil {
		return nil, err
	}
	out := &deletedOut{}
	out.Body.Success = true
	return out, nil
}
