package chat

import (
	"context"

	"colloquy/internal/httpx"
)

// registerSearchRoutes registers the calls that search messages.
func (s *Service) registerSearchRoutes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/messages/search", ID: "searchMessages", Summary: "Search all messages of the caller", Tag: apiTag}, s.handleSearch)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/messages/{id}/search", ID: "searchConversation", Summary: "Search the messages of one conversation", Tag: apiTag}, s.handleConversationSearch)
}

// SearchQuery has the query parameters of a search. It is exported because huma binds only
// exported embedded types. Rule chat-search-page.
type SearchQuery struct {
	Text   string `query:"q" doc:"A message is found if it has a word for each beginning of a word given here. In scripts without spaces, it must contain each given part of text. Only the first 100 code points are used"`
	Limit  int    `query:"limit" default:"20" doc:"1 to 100"`
	Cursor string `query:"cursor" doc:"The nextCursor of the previous page"`
}

type searchIn struct{ SearchQuery }

type conversationSearchIn struct {
	Ref
	SearchQuery
}

type excerptJSON struct {
	Text    string      `json:"text" doc:"Plain text around the first match of the longest word"`
	Matches []matchJSON `json:"matches" nullable:"false" doc:"In the order of the text. Matches do not overlap"`
}

type matchJSON struct {
	Start int `json:"start" doc:"Code point of the text at which the match starts"`
	End   int `json:"end" doc:"Index of the code point after the end of the match"`
}

type foundSessionJSON struct {
	ID        string            `json:"id"`
	Character chatCharacterJSON `json:"character"`
}

type foundJSON struct {
	Message messageJSON      `json:"message"`
	Session foundSessionJSON `json:"session"`
	Excerpt excerptJSON      `json:"excerpt"`
}

type searchOut struct {
	Body struct {
		Data       []foundJSON `json:"data" nullable:"false" doc:"Newest first"`
		NextCursor string      `json:"nextCursor" doc:"Empty at the end"`
		Total      int         `json:"total" doc:"How many messages match, counted up to 101: 101 means more than 100"`
	}
}

func (q SearchQuery) toQuery() MessageQuery { return MessageQuery(q) }

func (s *Service) handleSearch(ctx context.Context, in *searchIn) (*searchOut, error) {
	return toSearchOut(s.SearchMessages(ctx, httpx.Actor(ctx), in.toQuery()))
}

func (s *Service) handleConversationSearch(ctx context.Context, in *conversationSearchIn) (*searchOut, error) {
	return toSearchOut(s.SearchConversation(ctx, httpx.Actor(ctx), in.ID, in.toQuery()))
}

func toSearchOut(page FoundMessagePage, err error) (*searchOut, error) {
	if err != nil {
		return nil, err
	}
	out := &searchOut{}
	out.Body.NextCursor, out.Body.Total = page.NextCursor, page.Total
	out.Body.Data = make([]foundJSON, len(page.Messages))
	for i, f := range page.Messages {
		out.Body.Data[i] = toFoundJSON(f)
	}
	return out, nil
}

func toFoundJSON(f FoundMessage) foundJSON {
	matches := make([]matchJSON, len(f.Excerpt.Matches))
	for i, m := range f.Excerpt.Matches {
		matches[i] = matchJSON{m[0], m[1]}
	}
	return foundJSON{
		Message: toMessageJSON(f.Message),
		Session: foundSessionJSON{ID: f.ConversationID, Character: toChatJSON(f.Chat).Character},
		Excerpt: excerptJSON{Text: f.Excerpt.Text, Matches: matches},
	}
}
