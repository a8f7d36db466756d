// Package seed carries the catalogue that a new service starts with: the
// personas, written by hand in personas/*.json after persona.schema.json, and
// the portraits that the engraver made of them.
package seed

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"colloquy/internal/core"
)

//go:embed personas
var personas embed.FS

//go:embed portraits/img
var portraits embed.FS

// Schema is the JSON Schema of a persona file.
//
//go:embed persona.schema.json
var Schema []byte

// Personas reads every persona, in the order of character_id.
func Personas() ([]core.Persona, error) {
	files, err := fs.Glob(personas, "personas/*.json")
	if err != nil {
		return nil, err
	}
	out := make([]core.Persona, len(files))
	for i, name := range files {
		text, err := personas.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &out[i]); err != nil {
			return nil, fmt.Errorf("seed: %s: %w", path.Base(name), err)
		}
	}
	slices.SortFunc(out, func(a, b core.Persona) int { return cmp.Compare(a.CharacterID, b.CharacterID) })
	return out, nil
}

// Portraits holds the pictures: <slug>-coin.webp, -card.webp and -plate.webp,
// and the scenes signin.webp, hero.webp and hero-m.webp.
func Portraits() fs.FS {
	dir, err := fs.Sub(portraits, "portraits/img")
	if err != nil {
		panic(err) // the path is a constant that the build embeds
	}
	return dir
}
