package account

import (
	"context"
	"fmt"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	markCount               = 5_000
	collectionCount         = 100 // as many as a user can have
	charactersPerCollection = 100 // as many as a collection can have
)

// FavoriteList fills and reads the likes, the follows and the collections of a user.
var FavoriteList = MeasuredList{
	Name: "collections",
	Fill: fillCollections,
	Calls: []Call{
		{"favourites", "/user/favorites?limit=6"},
		{"favourites, last page", "/user/favorites?limit=6&page=834"},
		{"favourites, search", "/user/favorites?limit=6&search=maria"},
		{"favourites, by name", "/user/favorites?limit=6&sort=name"},
		{"favourites, all filters", "/user/favorites?limit=6&sort=popular&search=a&is_free=true&min_likes=3&min_chats=1"},
		{"followed", "/user/collections?limit=100"},
		{"followed, search", "/user/collections?limit=100&search=maria"},
		{"100 collections", "/user/collections/lists"},
		{"100 characters", "/user/collections/lists/list-000"},
	},
}

// fillCollections inserts the likes, follows and collections of a user. It also inserts how many
// likes and followers the liked characters have.
func fillCollections(ctx context.Context, tx storage.Querier, userID string, personas []core.Persona) error {
	const start = 1_700_000_000_000
	for _, table := range []string{"character_likes", "character_follows"} {
		err := insertRows(ctx, tx, `INSERT INTO `+table+` (user_id, character_id, created_at)`, markCount, func(i int) []any {
			return []any{userID, personas[i*2].CharacterID, start + i*60_000}
		})
		if err != nil {
			return err
		}
	}
	err := insertRows(ctx, tx, `INSERT INTO social_counts (character_id, likes, followers, comments)`, markCount, func(i int) []any {
		return []any{personas[i*2].CharacterID, i % 50, i % 70, 0}
	})
	if err != nil {
		return err
	}
	return insertRows(ctx, tx, `INSERT INTO collection_lists (id, user_id, name, characters, created_at, updated_at)`, collectionCount, func(i int) []any {
		characters := make([]int, charactersPerCollection)
		for j := range characters {
			characters[j] = personas[i*charactersPerCollection+j].CharacterID
		}
		text, err := storage.ToJSON(characters)
		if err != nil {
			panic(err) // numbers always encode
		}
		return []any{fmt.Sprintf("list-%03d", i), userID, fmt.Sprint("Evenings ", i), text, start + i, start + i}
	})
}
