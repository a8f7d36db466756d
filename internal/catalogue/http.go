package catalogue

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

// Routes registers the calls of this package.
func (s *Service) Routes(api *httpx.API) {
	const tag = "Characters"
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/characters", ID: "listCharacters", Summary: "Characters that can be talked to, with search", Tag: tag}, s.handleList)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/characters/groups", ID: "listGroups", Summary: "The first characters of each category or letter", Tag: tag}, s.handleGroups)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/characters/id/{id}", ID: "getCharacter", Summary: "One character", Tag: tag}, s.handleCharacter)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/categories", ID: "listCategories", Summary: "The categories, with how many characters each has", Tag: tag}, s.handleCategories)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/tags", ID: "listTags", Summary: "The tags in use, the most used first", Tag: tag}, s.handleTags)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/profile/{id}", ID: "getProfile", Summary: "A character's profile", Tag: tag}, s.handleProfile)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/profile/{id}/similar", ID: "listSimilar", Summary: "Characters like this one", Tag: tag}, s.handleSimilar)
}

func (s *Service) handleList(ctx context.Context, in *listIn) (*listOut, error) {
	list, err := s.List(ctx, httpx.Actor(ctx).UserID, Query(*in))
	if err != nil {
		return nil, err
	}
	out := &listOut{}
	out.Body.Total, out.Body.NextCursor = list.Total, list.NextCursor
	out.Body.Data = toCharactersJSON(list.Characters, list.Grants)
	return out, nil
}

func toCharactersJSON(list []Character, grants map[int]Grant) []CharacterJSON {
	out := make([]CharacterJSON, len(list))
	for i, c := range list {
		out[i] = toCharacterJSON(c, grants[c.CharacterID])
	}
	return out
}

func (s *Service) handleGroups(ctx context.Context, in *groupsIn) (*groupsOut, error) {
	list, err := s.Groups(ctx, httpx.Actor(ctx).UserID, GroupQuery(*in))
	if err != nil {
		return nil, err
	}
	out := &groupsOut{}
	out.Body.Total, out.Body.NextCursor = list.CharacterCount, list.NextCursor
	out.Body.Best = toCharactersJSON(list.BestMatches, list.Grants)
	out.Body.Data = make([]GroupJSON, len(list.Groups))
	for i, g := range list.Groups {
		out.Body.Data[i] = GroupJSON{g.Key, g.Title, g.CharacterCount, g.NextCursor, toCharactersJSON(g.Characters, list.Grants)}
	}
	return out, nil
}

func (s *Service) handleTags(ctx context.Context, _ *struct{}) (*tagsOut, error) {
	list, err := s.Tags(ctx)
	if err != nil {
		return nil, err
	}
	out := &tagsOut{}
	out.Body.Data = make([]tagJSON, len(list))
	for i, t := range list {
		out.Body.Data[i] = tagJSON(t)
	}
	return out, nil
}

func (s *Service) handleSimilar(ctx context.Context, in *similarIn) (*similarOut, error) {
	list, err := s.Similar(ctx, httpx.Actor(ctx).UserID, in.ID, in.Limit)
	if err != nil {
		return nil, err
	}
	out := &similarOut{}
	out.Body.Data = make([]SimilarJSON, len(list))
	for i, c := range list {
		out.Body.Data[i] = toSimilarJSON(c)
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

// findShownWithGrant returns a character that is not hidden, and the caller's grant.
func (s *Service) findShownWithGrant(ctx context.Context, ref string) (Character, Grant, error) {
	c, err := s.FindShown(ctx, ref)
	if err != nil {
		return c, Grant{}, err
	}
	grants, err := s.deps.Access.Grants(ctx, httpx.Actor(ctx).UserID, []Character{c})
	return c, grants[c.CharacterID], err
}

func (s *Service) handleCharacter(ctx context.Context, in *refIn) (*characterOut, error) {
	c, grant, err := s.findShownWithGrant(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &characterOut{toCharacterJSON(c, grant)}, nil
}

func (s *Service) handleProfile(ctx context.Context, in *refIn) (*profileOut, error) {
	c, grant, err := s.findShownWithGrant(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	ids := []int{c.CharacterID}
	chatCounts, err := s.countChats(ctx, ids)
	if err != nil {
		return nil, err
	}
	counts, err := s.deps.Social.Counts(ctx, httpx.Actor(ctx).UserID, ids)
	if err != nil {
		return nil, err
	}
	n := counts[c.CharacterID]
	return &profileOut{profileJSON{
		CharacterJSON: toCharacterJSON(c, grant), Bio: c.Persona.Bio, Greeting: c.Persona.Greeting, Questions: c.Persona.FirstQuestions(),
		HasSensitiveNote: c.Persona.SensitiveNote != "", SensitiveNote: c.Persona.SensitiveNote, Facts: c.Persona.Facts,
		Stats:   statsJSON{Chats: chatCounts[c.CharacterID], Likes: n.Likes, Followers: n.Followers, Comments: n.Comments},
		IsLiked: n.IsLiked, IsFollowing: n.IsFollowing, UserActions: actionsJSON{IsLiked: n.IsLiked, IsFollowing: n.IsFollowing},
		ProfileLink: core.ProfilePath(c.Slug),
	}}, nil
}
