package catalogue

import (
	"context"
	"fmt"
	"strconv"

	"colloquy/internal/catalogue/index"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

type store struct {
	db         reader
	brokenRows *storage.BrokenRowLog
}

// reader gives read-only access to the database.
type reader interface{ Reader() storage.Querier }

const columnsWithoutPersona = `id, character_id, slug, name, category, letter, designation, description, tags,
	is_free, is_active, is_deleted, created_at, updated_at, ` + mediaColumns

func scanWithoutPersona(r storage.Row, extraDest ...any) (Character, error) {
	var c Character
	var tags, assert string
	var created, updated int64
	dest := append([]any{&c.ID, &c.CharacterID, &c.Slug, &c.Name, &c.Category, &c.FirstLetter, &c.Designation, &c.Description, &tags,
		&c.IsFree, &c.IsActive, &c.IsDeleted, &created, &updated,
		&c.Media.Carousel, &c.Media.DefaultType, &c.Media.Video, &assert}, extraDest...)
	if err := r.Scan(dest...); err != nil {
		return c, err
	}
	c.CreatedAt, c.UpdatedAt = core.FromMillis(created), core.FromMillis(updated)
	if err := storage.DecodeRow("characters", c.ID, tags, &c.Tags); err != nil {
		return c, err
	}
	c.Tags = normaliseTags(c.Tags)
	return c, c.Media.decodeJSON(c.ID, assert)
}

// personaRow is a character with its persona as JSON text.
type personaRow struct {
	Character
	persona string
}

func scanPersonaRow(r storage.Row) (personaRow, error) {
	var row personaRow
	var err error
	row.Character, err = scanWithoutPersona(r, &row.persona)
	return row, err
}

// find reads a character by id, slug or character_id, also a hidden one. Rule
// api-character-reference.
func (s store) find(ctx context.Context, ref string) (personaRow, error) {
	characterID, err := strconv.Atoi(ref)
	if err != nil {
		characterID = -1
	}
	row, err := scanPersonaRow(s.db.Reader().QueryRowContext(ctx,
		`SELECT `+columnsWithoutPersona+`, persona FROM characters WHERE slug = $1 OR id = $1 OR character_id = $2`, ref, characterID))
	if storage.IsNoRows(err) || s.brokenRows.LogIfBroken(ctx, err) {
		return row, errNotFound
	}
	return row, err
}

// findWithPersonas reads characters with their personas, also hidden ones. Rows with broken JSON
// are left out.
func (s store) findWithPersonas(ctx context.Context, characterIDs []int) ([]personaRow, error) {
	if len(characterIDs) == 0 {
		return nil, nil
	}
	placeholders, args := storage.InList(nil, characterIDs)
	return storage.QueryAllReadable(ctx, s.db.Reader(), s.brokenRows, scanPersonaRow,
		`SELECT `+columnsWithoutPersona+`, persona FROM characters WHERE character_id IN (`+placeholders+`)`, args...)
}

// findWithoutPersonas reads characters, also hidden ones, without personas. Rows with broken
// JSON are left out.
func (s store) findWithoutPersonas(ctx context.Context, characterIDs []int) ([]Character, error) {
	if len(characterIDs) == 0 {
		return nil, nil
	}
	placeholders, args := storage.InList(nil, characterIDs)
	return storage.QueryAllReadable(ctx, s.db.Reader(), s.brokenRows, func(r storage.Row) (Character, error) { return scanWithoutPersona(r) },
		`SELECT `+columnsWithoutPersona+` FROM characters WHERE character_id IN (`+placeholders+`)`, args...)
}

// shownCharacters is like findWithoutPersonas, but leaves out hidden characters. Rule
// access-hidden-characters.
func (s store) shownCharacters(ctx context.Context, characterIDs []int) ([]Character, error) {
	if len(characterIDs) == 0 {
		return nil, nil
	}
	placeholders, args := storage.InList(nil, characterIDs)
	return storage.QueryAllReadable(ctx, s.db.Reader(), s.brokenRows, func(r storage.Row) (Character, error) { return scanWithoutPersona(r) },
		`SELECT `+columnsWithoutPersona+` FROM characters WHERE character_id IN (`+placeholders+`) AND is_active AND NOT is_deleted`, args...)
}

// seedState has the columns of a stored row that decide whether the seed replaces the row.
type seedState struct {
	id, hash    string
	isEdited    bool  // an administrator edited the row
	seedVersion int64 // version of the seed that wrote the row
}

// isOutdated reports whether a seed with the given version and row hash replaces the stored row. It
// replaces an older row, and a row of the same version with another hash. It never replaces a row
// that an administrator edited.
func (s seedState) isOutdated(version int64, hash string) bool {
	return !s.isEdited && (s.seedVersion < version || s.seedVersion == version && s.hash != hash)
}

// isOtherPerson reports whether the row exists and has another id than the given one.
func (s seedState) isOtherPerson(id string) bool { return s.id != "" && s.id != id }

// seedStates returns the state of each row by its character_id.
func (store) seedStates(ctx context.Context, tx storage.Querier) (map[int]seedState, error) {
	type row struct {
		number int
		seedState
	}
	rows, err := storage.QueryAll(ctx, tx, func(r storage.Row) (row, error) {
		var out row
		return out, r.Scan(&out.number, &out.id, &out.hash, &out.isEdited, &out.seedVersion)
	}, `SELECT character_id, id, seed_hash, edited_at IS NOT NULL, seed_version FROM characters`)
	out := make(map[int]seedState, len(rows))
	for _, r := range rows {
		out[r.number] = r.seedState
	}
	return out, err
}

// isSamePerson reports whether the row with a character_id has the given id.
func (store) isSamePerson(ctx context.Context, tx storage.Querier, characterID int, id string) (is bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM characters WHERE character_id = $1 AND id = $2)`, characterID, id).Scan(&is)
	return is, err
}

// removePerson deletes the row of a person that another person replaces. It does not delete a
// row that has changed since its state was read.
func (store) removePerson(ctx context.Context, tx storage.Querier, characterID int, s seedState) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM characters WHERE character_id = $1 AND id = $2 AND seed_hash = $3 AND edited_at IS NULL`, characterID, s.id, s.hash)
	return err
}

// savePersona inserts a persona, or updates the row with the same character_id. It does not change
// a row that an administrator edited or a newer seed wrote. text is the persona as JSON. An
// unchanged row keeps its updated_at. A hidden character stays hidden (rule catalogue-hide).
func (store) savePersona(ctx context.Context, tx storage.Querier, p core.Persona, text, hash string, version, now int64) error {
	carousel, kind, video, assert, err := mediaColumnValues(p)
	if err != nil {
		return err
	}
	tags, err := storage.ToJSON(normaliseTags(p.Tags))
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO characters
		(id, character_id, slug, name, category, letter, designation, description, tags, search_key, persona, is_free, seed_hash, created_at, updated_at,
		`+mediaColumns+`, seed_version)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16, $17, $18, $19)
		ON CONFLICT (character_id) DO UPDATE SET slug = excluded.slug, name = excluded.name, category = excluded.category,
		letter = excluded.letter, designation = excluded.designation, description = excluded.description, tags = excluded.tags,
		search_key = excluded.search_key, persona = excluded.persona, is_free = excluded.is_free,
		carousel_media = excluded.carousel_media, default_media_type = excluded.default_media_type,
		profile_video = excluded.profile_video, assert = excluded.assert, `+storage.SeedUpdateSQL("characters"),
		p.ID, p.CharacterID, p.Slug, p.Name, p.Category, p.Initial, p.Designation, p.Description, tags,
		index.SearchKey(p.Name, append([]string{p.Category, p.Designation}, p.Tags...)...), text, p.IsFree, hash, now, carousel, kind, video, assert, version)
	if err != nil {
		return fmt.Errorf("catalogue: save %s: %w", p.Slug, err)
	}
	return nil
}

// profileAddresses reads the addresses of the characters that are not hidden, for the sitemap. Rule
// access-hidden-characters. Rule catalogue-former-slugs.
func (s store) profileAddresses(ctx context.Context, offset, limit int) ([]ProfileAddress, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (ProfileAddress, error) {
		var a ProfileAddress
		var updated int64
		err := r.Scan(&a.Slug, &updated)
		a.UpdatedAt = core.FromMillis(updated)
		return a, err
	}, `SELECT slug, updated_at FROM characters WHERE is_active AND NOT is_deleted ORDER BY character_id LIMIT $1 OFFSET $2`, limit, offset)
}
