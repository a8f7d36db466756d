package chat

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

var errUnbuilt = core.E(core.Internal, "unbuilt", "Not built.")

// historyRoutes registers the calls of the chat history.
func (s *Service) historyRoutes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/chats", ID: "listChats", Summary: "The caller's conversations, searched and filtered", Tag: tag}, s.handleChats)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/chats/{id}", ID: "deleteChat", Summary: "Delete a conversation", Tag: tag}, s.handleDeleteChat)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/user/chats/bulk-delete", ID: "deleteChats", Summary: "Delete up to 100 conversations", Tag: tag}, s.handleDeleteChats)
}

type chatCharacterJSON struct {
	ID          string `json:"id"`
	CharacterID int    `json:"character_id"`
	Name        string `json:"name"`
	Slug        string `json:"slug"`
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

func (s *Service) handleChats(context.Context, *chatsIn) (*chatsOut, error) { return nil, errUnbuilt }
func (s *Service) handleDeleteChat(context.Context, *chatRef) (*deletedOut, error) {
	return nil, errUnbuilt
}
func (s *Service) handleDeleteChats(context.Context, *deleteChatsIn) (*deletedOut, error) {
	return nil, errUnbuilt
}
