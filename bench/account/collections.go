package account

import (
	"context"
	"fmt"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	manyMarks        = 5_000
	manyCollections  = 100 // the most that a user can have
	largeCollections = 100 // characters in each, the most that are possible
)

// Favorites are the likes and follows of a user, and the collections.
var Favorites = List{
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

// fillCollections inserts the marks of a user and the largest collections.
func fillCollections(ctx context.Context, tx storage.Querier, userID string, personas []core.Persona) error {
	const start = 1_700_000_000_000
	for _, table := range []string{"character_likes", "character_follows"} {
		err := insertRows(ctx, tx, `INSERT INTO `+table+` (user_id, character_id, created_at)`, manyMarks, func(i int) []any {
			return []any{userID, personas[i*2].CharacterID, start + i*60_000}
		})
		if err != nil {
			return err
		}
	}
	err := insertRows(ctx, tx, `INSERT INTO social_counts (character_id, likes, followers, comments)`, manyMarks, func(i int) []any {
		return []any{personas[i*2].CharacterID, i % 50, i % 70, 0}
	})
	if err != nil {
		return err
	}
	return insertRows(ctx, tx, `INSERT INTO collection_lists (id, user_id, name, characters, created_at, updated_at)`, manyCollections, func(i int) []any {
		characters := make([]int, largeCollections)
		for j := range characters {
			characters[j] = personas[i*largeCollections+j].CharacterID
		}
		text, err := storage.JSON(characters)
		if err != nil {
			panic(err) // numbers always encode
		}
		return []any{fmt.Sprintf("list-%03d", i), userID, fmt.Sprint("Evenings ", i), text, start + i, start + i}
	})
}
