package app

import (
	"context"

	"colloquy/internal/accounts"
	"colloquy/internal/catalogue"
	"colloquy/internal/chat"
	"colloquy/internal/content"
	"colloquy/internal/core"
	"colloquy/internal/notices"
	"colloquy/internal/social"
	"colloquy/internal/storage"
)

// chatCharacters adapts the catalogue to package chat.
type chatCharacters struct{ catalogue *catalogue.Service }

// Find looks a character up by id, slug, former slug or character_id.
func (a chatCharacters) Find(ctx context.Context, ref string) (chat.Character, error) {
	c, err := a.catalogue.Find(ctx, ref)
	return toChatCharacter(c), err
}

// FindMany looks characters up by character_id.
func (a chatCharacters) FindMany(ctx context.Context, ids []int) (map[int]chat.Character, error) {
	found, err := a.catalogue.FindMany(ctx, ids)
	out := make(map[int]chat.Character, len(found))
	for id, c := range found {
		out[id] = toChatCharacter(c)
	}
	return out, err
}

// FindWithoutPersonas looks characters up by character_id, without the texts of their personas.
func (a chatCharacters) FindWithoutPersonas(ctx context.Context, ids []int) (map[int]chat.Character, error) {
	found, err := a.catalogue.FindWithoutPersonas(ctx, ids)
	out := make(map[int]chat.Character, len(found))
	for _, c := range found {
		c.Persona = &core.Persona{
			ID: c.ID, CharacterID: c.CharacterID, Name: c.Name, Slug: c.Slug, Category: c.Category, Designation: c.Designation,
		}
		out[c.CharacterID] = toChatCharacter(c)
	}
	return out, err
}

// IDsByName returns the character_ids of the characters whose folded name contains a text.
func (a chatCharacters) IDsByName(ctx context.Context, text string) (map[int]bool, error) {
	return a.catalogue.IDsByName(ctx, text)
}

// IsSamePerson reports whether the character with the character_id still has the given id. The id
// changes when the seed replaces the character with another person.
func (a chatCharacters) IsSamePerson(ctx context.Context, tx storage.Querier, characterID int, id string) (bool, error) {
	return a.catalogue.IsSamePerson(ctx, tx, characterID, id)
}

func toChatCharacter(c catalogue.Character) chat.Character {
	return chat.Character{ID: c.ID, Persona: c.Persona, ImageURL: c.CardURL(), CoinURL: c.CoinURL(), IsFree: c.IsFree, IsHidden: c.IsHidden()}
}

// contentCharacters adapts the catalogue to the sections of the home page.
type contentCharacters struct{ catalogue *catalogue.Service }

// Stamps returns the characters that are not hidden, with their locks.
func (a contentCharacters) Stamps(ctx context.Context, userID string, ids []int) (map[int]content.CharacterStamp[catalogue.CharacterJSON], error) {
	list, grants, err := a.catalogue.ShownCharactersWithGrants(ctx, userID, ids)
	out := make(map[int]content.CharacterStamp[catalogue.CharacterJSON], len(list))
	for _, c := range list {
		grant := grants[c.CharacterID]
		out[c.CharacterID] = content.CharacterStamp[catalogue.CharacterJSON]{
			ID: c.ID, Slug: c.Slug, Name: c.Name, Picture: c.PlateURL(),
			IsFree: c.IsFree, IsLocked: grant.IsLocked, ExpiryAt: grant.ExpiryAt, CharacterJSON: c.ToJSON(grant),
		}
	}
	return out, err
}

// PickByDay returns up to perCategory characters of each category. The choice changes with the
// day.
func (a contentCharacters) PickByDay(ctx context.Context, day int64, perCategory int) ([][]content.Candidate, error) {
	list, err := a.catalogue.PickByDay(ctx, day, perCategory)
	out := make([][]content.Candidate, len(list))
	for i, members := range list {
		for _, m := range members {
			out[i] = append(out[i], content.Candidate{CharacterID: m.ID, IsFree: m.IsFree})
		}
	}
	return out, err
}

// Categories returns the active categories.
func (a contentCharacters) Categories(ctx context.Context) ([]content.Category[catalogue.CategoryJSON], error) {
	list, err := a.catalogue.Categories(ctx)
	out := make([]content.Category[catalogue.CategoryJSON], len(list))
	for i, c := range list {
		out[i] = content.Category[catalogue.CategoryJSON]{ID: c.ID, CategoryJSON: c.ToJSON()}
	}
	return out, err
}

// catalogueSocial adapts the counts of package social to the catalogue.
type catalogueSocial struct{ numbers social.StatsReader }

// Counts returns the likes, followers and comments of many characters, and whether the
// user likes or follows them. It makes one query.
func (a catalogueSocial) Counts(ctx context.Context, userID string, ids []int) (map[int]catalogue.SocialCounts, error) {
	found, err := a.numbers.Stats(ctx, userID, ids)
	out := make(map[int]catalogue.SocialCounts, len(found))
	for id, n := range found {
		out[id] = catalogue.SocialCounts{Likes: n.Likes, Followers: n.Followers, Comments: n.Comments, IsLiked: n.Liked, IsFollowing: n.Following}
	}
	return out, err
}

// socialCharacters adapts the catalogue to package social.
type socialCharacters struct{ catalogue *catalogue.Service }

// Find looks a character up by id, slug, former slug or character_id.
func (a socialCharacters) Find(ctx context.Context, ref string) (social.Character, error) {
	c, err := a.catalogue.Find(ctx, ref)
	return social.Character{CharacterID: c.CharacterID, Slug: c.Slug, Name: c.Name, Category: c.Category, IsHidden: c.IsHidden()}, err
}

// socialNotices adapts package notices to package social.
type socialNotices struct{ writer notices.Writer }

// NotifyLike writes a notice of a like to the author of a comment.
func (a socialNotices) NotifyLike(ctx context.Context, tx storage.Querier, act social.CommentAct) error {
	return a.writer.NotifyLike(ctx, tx, notices.CommentAct(act))
}

// NotifyReply writes a notice of a reply to the author of a comment.
func (a socialNotices) NotifyReply(ctx context.Context, tx storage.Querier, act social.CommentAct) error {
	return a.writer.NotifyReply(ctx, tx, notices.CommentAct(act))
}

// socialPeople adapts package accounts to package social, without e-mail
// addresses.
type socialPeople struct{ accounts *accounts.Service }

// People looks users up by id.
func (a socialPeople) People(ctx context.Context, ids []string) (map[string]social.Person, error) {
	found, err := a.accounts.People(ctx, ids)
	out := make(map[string]social.Person, len(found))
	for id, p := range found {
		out[id] = social.Person{Name: p.Name, Avatar: p.Image, RegisteredAt: p.JoinedAt, IsProfileHidden: p.IsHidden}
	}
	return out, err
}
