package chat

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"colloquy/internal/chat/message"
	"colloquy/internal/chat/quote"
)

// Requests and responses of the calls, with the field names of the API.

type messageJSON struct {
	ID            string         `json:"id"`
	Content       string         `json:"content"`
	IsUserMessage bool           `json:"is_user_message"`
	CreatedAt     time.Time      `json:"created_at"`
	AudioURL      *string        `json:"audio_url" nullable:"true"`
	Error         bool           `json:"error"`
	IsStreaming   bool           `json:"isStreaming"`
	Status        message.Status `json:"status" enum:"generating,complete,stopped,interrupted,failed"`
	ClientID      string         `json:"client_id,omitempty"`
	ReplyTo       string         `json:"reply_to,omitempty" doc:"For a reply: the user's message it answers"`
	Provider      string         `json:"provider,omitempty" doc:"Who wrote the reply"`
	Suggestions   []string       `json:"suggestions,omitempty" nullable:"false"`
	Quotes        []quoteJSON    `json:"quotes,omitempty" nullable:"false" doc:"Quotations in a reply of the history, in the order of the text"`
	Guidance      string         `json:"guidance,omitempty" doc:"What the user asked of this version of a reply"`
	Feedback      string         `json:"feedback,omitempty" enum:"up,down" doc:"The user's rating; absent without one"`
	Alternatives  []versionJSON  `json:"alternatives,omitempty" nullable:"false" doc:"All versions of the last reply, this one included, oldest first; absent if there is only one"`
}

type versionJSON struct {
	ID        string    `json:"id"`
	Guidance  string    `json:"guidance,omitempty" doc:"What the user asked of the version"`
	CreatedAt time.Time `json:"created_at"`
}

// toVersionsJSON encodes the versions of a reply. It returns nil for a reply with one version.
func toVersionsJSON(list []message.Version) []versionJSON {
	if len(list) < 2 {
		return nil
	}
	out := make([]versionJSON, len(list))
	for i, v := range list {
		out[i] = versionJSON{v.ID, v.Guidance, v.CreatedAt}
	}
	return out
}

// ratingNameByValue maps the values of message.Message.Feedback to their names in the API.
var ratingNameByValue = map[int]string{1: "up", -1: "down"}

type quoteJSON struct {
	Kind    quote.Kind `json:"kind" enum:"documented,spirit"`
	Start   int        `json:"start" doc:"First code point of the quotation in the content"`
	End     int        `json:"end" doc:"Code point after the last one"`
	Status  string     `json:"status" doc:"How well the saying is documented"`
	Text    string     `json:"text" doc:"The saying as it is on record; empty for kind spirit"`
	Source  string     `json:"source"`
	Address string     `json:"address" doc:"https address of the source, or empty"`
}

func toQuotesJSON(list []quote.Quotation) []quoteJSON {
	out := make([]quoteJSON, len(list))
	for i, m := range list {
		out[i] = quoteJSON{Kind: m.Kind, Start: m.Start, End: m.End, Status: m.SayingStatus, Text: m.SayingText, Source: m.SayingSource, Address: m.SourceAddress}
	}
	return out
}

// rule replies-statuses
func toMessageJSON(m message.Message) messageJSON {
	return messageJSON{
		ID: m.ID, Content: m.Content, IsUserMessage: m.IsUser, CreatedAt: m.CreatedAt,
		Error: m.Status == message.Failed, IsStreaming: m.Status == message.Generating, Status: m.Status,
		ClientID: m.ClientID, ReplyTo: m.ReplyTo, Provider: m.Provider, Suggestions: m.Suggestions,
		Guidance: m.Guidance, Feedback: ratingNameByValue[m.Feedback],
	}
}

type sessionCharacterJSON struct {
	ID          string     `json:"id"`
	CharacterID int        `json:"character_id"`
	Name        string     `json:"name"`
	Slug        string     `json:"slug"`
	Category    string     `json:"category"`
	Designation string     `json:"designation"`
	ImageURL    string     `json:"image_url"`
	CoinURL     string     `json:"coin_url"`
	IsFree      bool       `json:"is_free"`
	IsLocked    bool       `json:"is_locked"`
	ExpiryAt    *time.Time `json:"expiry_at" nullable:"true"`
	IsActive    bool       `json:"is_active" doc:"False when the character was removed: its conversations are read-only"`
}

type lastMessageJSON struct {
	Content string `json:"content"`
}

// sessionJSON is a conversation with the user's access to its character: IsLocked and ExpiryAt (rule
// access-who-may-chat).
type sessionJSON struct {
	ID           string               `json:"id"`
	UserID       string               `json:"user_id"`
	CharacterID  int                  `json:"character_id"`
	Title        string               `json:"title" doc:"Given by the user; empty: none"`
	Unread       bool                 `json:"unread" doc:"A reply has ended that the user has not read"`
	Year         *int                 `json:"year" nullable:"true" doc:"The year from which the character speaks, negative is BC; null: not chosen"`
	Image        string               `json:"image"`
	Character    sessionCharacterJSON `json:"character"`
	IsLocked     bool                 `json:"is_locked"`
	DemoMode     bool                 `json:"demo_mode" doc:"No model is connected: replies come from the character's written profile"`
	ExpiryAt     *time.Time           `json:"expiry_at" nullable:"true"`
	Moments      []momentJSON         `json:"moments,omitempty" nullable:"false" doc:"The years to choose from, earliest first; absent in lists, and if the character has none"`
	LastMessage  *lastMessageJSON     `json:"lastMessage,omitempty"`
	MessageCount *int                 `json:"message_count,omitempty"`
	CreatedAt    time.Time            `json:"created_at"`
	UpdatedAt    time.Time            `json:"updated_at"`
}

// toSessionJSON encodes a session. A reply that the user has read counts as read even before a
// checkpoint stores it as read.
func (s *Service) toSessionJSON(session Session, includesLastMessage bool) sessionJSON {
	session.IsUnread = session.IsUnread && session.replySeq > s.replyRunner.LastReadSeq(session.ID)
	return encodeSession(session, includesLastMessage)
}

// encodeSession encodes a session. With includesLastMessage it adds the last message and the
// message count.
func encodeSession(s Session, includesLastMessage bool) sessionJSON {
	p := s.Character.Persona
	out := sessionJSON{
		ID: s.ID, UserID: s.UserID, CharacterID: s.CharacterID, Title: s.Title, Unread: s.IsUnread, Year: s.Year, Image: s.Character.ImageURL,
		IsLocked: s.Grant.IsLocked, DemoMode: s.IsDemo, ExpiryAt: s.Grant.ExpiryAt, CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt,
		Moments: momentsOf(s),
		Character: sessionCharacterJSON{
			ID: p.ID, CharacterID: p.CharacterID, Name: p.Name, Slug: p.Slug, Category: p.Category, Designation: p.Designation,
			ImageURL: s.Character.ImageURL, CoinURL: s.Character.CoinURL, IsFree: s.Character.IsFree,
			IsLocked: s.Grant.IsLocked, ExpiryAt: s.Grant.ExpiryAt, IsActive: !s.Character.IsHidden,
		},
	}
	if includesLastMessage {
		out.LastMessage, out.MessageCount = &lastMessageJSON{s.LastMessage}, &s.MessageCount
	}
	return out
}

type openIn struct {
	Body struct {
		_           struct{} `additionalProperties:"true"`
		CharacterID any      `json:"characterId" doc:"A character's id, slug or character_id"`
		Existing    bool     `json:"existing,omitempty" doc:"Create nothing: a conversation that was deleted answers 404 conversation_not_found"`
	}
}

type sessionOut struct{ Body sessionJSON }

type sessionsIn struct {
	Limit  int    `query:"limit" default:"100" doc:"1 to 100"`
	Cursor string `query:"cursor" doc:"The nextCursor of the previous page"`
}

type sessionsOut struct {
	Body struct {
		Sessions   []sessionJSON `json:"sessions" nullable:"false"`
		NextCursor string        `json:"nextCursor,omitempty" doc:"Absent on the last page"`
	}
}

// Ref is the conversation in a path. It is exported because huma binds only exported
// embedded types.
type Ref struct {
	ID string `path:"id" doc:"{userId}_{characterId}, or the character's id, slug or character_id"`
}

type historyIn struct {
	Ref
	Before  string `query:"before" doc:"Id of a message: return older ones"`
	Archive string `query:"archive" doc:"Id of an archive: return its messages"`
}

type slugHistoryIn struct {
	Slug   string `path:"slug"`
	Before string `query:"before" doc:"Id of a message: return older ones"`
}

type historyOut struct {
	Body struct {
		Messages  []messageJSON  `json:"messages" nullable:"false"`
		HasMore   bool           `json:"hasMore"`
		Allowance *allowanceJSON `json:"allowance,omitempty" doc:"With the newest messages only"`
	}
}

type messageOut struct{ Body messageJSON }

type sendBody struct {
	_        struct{} `additionalProperties:"true"`
	Content  string   `json:"content,omitempty" doc:"1 to 4,000 characters"`
	ClientID string   `json:"client_id,omitempty" doc:"Made by the client, begins with user-. A repeated call with the same id attaches to the reply of the first call"`
}

type storeMessageIn struct {
	Ref
	Body sendBody
}

// ResumePoint is the reader's position in a stream. It is exported because huma binds only exported
// embedded types.
type ResumePoint struct {
	LastEventID int64 `header:"Last-Event-ID" doc:"Id of the last event that was read"`
	After       int64 `query:"after" doc:"Id of the last event that was read, for readers that cannot set headers"`
}

// rule replies-resume
func (in ResumePoint) startSeq() int64 { return max(in.LastEventID, in.After, 0) }

type streamIn struct {
	Ref
	ResumePoint
	Body sendBody
}

type editIn struct {
	Ref
	ResumePoint
	MessageID string `path:"messageId" doc:"Id of one of the caller's messages"`
	Body      sendBody
}

type attachIn struct {
	Ref
	ResumePoint
	Reply         string `query:"reply" doc:"Id of the reply to attach to, running or ended; without it, the running one"`
	Message       string `query:"message" doc:"Text to send; without it the call attaches to a reply"`
	ClientID      string `query:"client_id"`
	Accept        string `header:"Accept"`
	Authorization string `header:"Authorization" hidden:"true"`
	FetchSite     string `header:"Sec-Fetch-Site" hidden:"true"`
	SecPurpose    string `header:"Sec-Purpose" hidden:"true"`
	Purpose       string `header:"Purpose" hidden:"true"`
	hasMessage    bool   // the query has a message, which may be empty
}

// Resolve sets hasMessage. A call with a message in the query sends the message; a call without
// one attaches to a reply.
func (in *attachIn) Resolve(ctx huma.Context) []error {
	u := ctx.URL()
	in.hasMessage = u.Query().Has("message")
	return nil
}

type stopIn struct {
	Ref
	Body struct {
		_    struct{} `additionalProperties:"true"`
		Seen *int     `json:"seen,omitempty" doc:"Number of the reply's code points that the reader saw. Without this field the whole text is kept"`
	}
}

type retryIn struct {
	Ref
	ResumePoint
	Body *struct {
		_         struct{} `additionalProperties:"true"`
		MessageID string   `json:"message_id,omitempty" doc:"The reply to replace. With this id, a repeated call makes no further version"`
		Guidance  string   `json:"guidance,omitempty" doc:"What the new version should be like, at most 300 characters"`
		Continue  bool     `json:"continue,omitempty" doc:"Keep the text of the reply and go on with it"`
	}
}

func (in *retryIn) toRegeneration() Regeneration {
	if in.Body == nil {
		return Regeneration{}
	}
	return Regeneration{MessageID: in.Body.MessageID, Guidance: in.Body.Guidance, ContinuesReply: in.Body.Continue}
}
