// Package seed embeds the first contents of a new service: personas, portraits, categories, plans
// and the texts of the site. The personas are written by hand in personas/*.json (see
// persona.schema.json).
package seed

import (
	"cmp"
	"embed"
	"encoding/json"
	"errors"
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

//go:embed portraits/video
var videos embed.FS

//go:embed portraits/former
var formerPortraits embed.FS

// PersonaSchema is the JSON Schema of a persona file.
//
//go:embed persona.schema.json
var PersonaSchema []byte

//go:embed content
var content embed.FS

//go:embed media.json
var media []byte

//go:embed version.json
var version []byte

// Version returns the version number of this seed, which increases with every change of the
// contents. So an older binary does not overwrite the texts of a newer one.
func Version() int64 {
	var v struct{ Version int64 }
	if err := json.Unmarshal(version, &v); err != nil {
		panic(err) // the file is embedded and checked by tests
	}
	return v.Version
}

//go:embed categories.json
var categoriesJSON []byte

// Categories reads the categories of categories.json, in the order in which they are shown. Rule
// catalogue-categories.
func Categories() ([]core.Category, error) {
	var out []core.Category
	return out, json.Unmarshal(categoriesJSON, &out)
}

//go:embed plans.json
var plansJSON []byte

// Plans returns the plans as JSON, which billing.ParsePlans reads.
func Plans() []byte { return plansJSON }

// Content returns the texts of the site: sections.json, help.json, articles/ and pages/. The
// figures in pages/ are those of the product (rule content-pages-agree).
func Content() fs.FS { return sub(content, "content") }

// Personas reads every persona, in the order of character_id. Tests check what all of them have
// in common.
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
	return out, addMedia(out)
}

// addMedia adds the media in media.json to the personas.
func addMedia(list []core.Persona) error {
	var bySlug map[string]*core.Media
	if err := json.Unmarshal(media, &bySlug); err != nil {
		return fmt.Errorf("seed: media.json: %w", err)
	}
	for i := range list {
		list[i].Media = bySlug[list[i].Slug]
	}
	return nil
}

// Portraits returns the files served below /portraits/:
//   - <slug>-coin.webp, -card.webp and -plate.webp of every persona
//   - ground-<category id>.webp
//   - the scenes listed in seed/portraits/README.md
//   - the videos hero and hero-m as .webm and .mp4
//   - the portraits of replaced persons. A service keeps a replaced person whom its users have used
//     (rules catalogue-portraits, seed-person-replaced).
func Portraits() fs.FS {
	videosAndFormerPortraits := overlay{first: sub(videos, "portraits/video"), second: sub(formerPortraits, "portraits/former")}
	return overlay{first: sub(portraits, "portraits/img"), second: videosAndFormerPortraits}
}

// overlay merges two file systems. A listing of its root has only the files of the
// first.
type overlay struct{ first, second fs.FS }

// Open opens a file of the first file system, or of the second if the first has none.
func (o overlay) Open(name string) (fs.File, error) {
	file, err := o.first.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return o.second.Open(name)
	}
	return file, err
}

func sub(parent fs.FS, name string) fs.FS {
	dir, err := fs.Sub(parent, name)
	if err != nil {
		panic(err) // the path is a constant of an embedded folder
	}
	return dir
}

//go:embed portraits/categories.json
var categoryColours []byte

// CategoryColours returns the colour of every category by the category's name, as #RRGGBB.
func CategoryColours() (map[string]string, error) {
	var list map[string]struct {
		Ink string `json:"ink"`
	}
	err := json.Unmarshal(categoryColours, &list)
	out := make(map[string]string, len(list))
	for name, category := range list {
		out[name] = category.Ink
	}
	return out, err
}
