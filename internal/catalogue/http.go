package catalogue

import (
	"context"

	"colloquy/internal/httpx"
)

// Routes registers the room's calls (document 2 §7, decisions §5).
func (s *Service) Routes(api *httpx.API) {
	const tag = "Characters"
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/characters", ID: "listCharacters", Summary: "Characters that can be talked to, with search", Tag: tag}, s.handleList)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/characters/id/{id}", ID: "getCharacter", Summary: "One character", Tag: tag}, s.handleCharacter)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/categories", ID: "listCategories", Summary: "The categories, with how many characters each has", Tag: tag}, s.handleCategories)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/profile/{id}", ID: "getProfile", Summary: "A character's profile", Tag: tag}, s.handleProfile)
}

func (s *Service) handleList(ctx context.Context, in *listIn) (*listOut, error) {
	list, err := s.List(ctx, httpx.Actor(ctx).UserID, Query(*in))
	if err != nil {
		return nil, err
	}
	out := &listOut{}
	out.Body.Total, out.Body.NextCursor = list.Total, list.NextCursor
	out.Body.Data = make([]CharacterJSON, len(list.Characters))
	for i, c := range list.Characters {
		out.Body.Data[i] = toCharacterJSON(c, list.Grants[c.CharacterID])
	}
	return out, nil
}

func (s *Service) handleCategories(ctx context.Context, _ *struct{}) (*categoriesOut, error) {
	list, err := s.Categories(ctx)
	if err != nil {
		return nil, err
	}
	out := &categoriesOut{}
	out.Body.Data = make([]CategoryJSON, len(list))
	for i, c := range list {
		out.Body.Data[i] = toCategoryJSON(c)
	}
	return out, nil
}

// granted finds a character that may be shown, and its lock for the caller.
func (s *Service) granted(ctx context.Context, ref string) (Character, Grant, error) {
	c, err := s.Shown(ctx, ref)
	if err != nil {
		return c, Grant{}, err
	}
	grants, err := s.Access.Grants(ctx, httpx.Actor(ctx).UserID, []Character{c})
	return c, grants[c.CharacterID], err
}

func (s *Service) handleCharacter(ctx context.Context, in *refIn) (*characterOut, error) {
	c, grant, err := s.granted(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &characterOut{toCharacterJSON(c, grant)}, nil
}

// handleProfile answers what a profile shows. Likes and follows come with the
// social room; until then nobody has any.
func (s *Service) handleProfile(ctx context.Context, in *refIn) (*profileOut, error) {
	c, grant, err := s.granted(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	chats, err := s.store.chats(ctx, c.CharacterID)
	if err != nil {
		return nil, err
	}
	return &profileOut{profileJSON{
		CharacterJSON: toCharacterJSON(c, grant), Bio: c.Persona.Bio, Greeting: c.Persona.Greeting,
		Sensitive: c.Persona.Sensitive, SensitiveNote: c.Persona.SensitiveNote, Facts: c.Persona.Facts,
		Stats: statsJSON{Chats: chats}, ProfileLink: "/character/profile/" + c.Slug,
	}}, nil
}
