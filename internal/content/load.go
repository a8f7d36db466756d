package content

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// LoadResult counts the rows that Load inserted or updated.
type LoadResult struct{ Changed int }

// Load writes the texts of the seed: sections.json, articles/*.json, pages/*.json and help.json. It
// does not change rows that an administrator edited or a newer seed wrote. Loading the same seed
// again changes nothing. An unknown field in a file is an error. So is an address that is neither
// https nor a path of this site.
func (s *Service) Load(ctx context.Context, dir fs.FS) (LoadResult, error) {
	texts, err := readTexts(dir)
	if err != nil {
		return LoadResult{}, err
	}
	var result LoadResult
	err = s.DB.Write(ctx, func(tx storage.Querier) error {
		result = LoadResult{}
		return s.saveTexts(ctx, tx, texts, &result)
	})
	return result, err
}

type seedTexts struct {
	sections []Section
	articles []Article
	pages    []Page
	help     Help
}

func readTexts(dir fs.FS) (seedTexts, error) {
	var t seedTexts
	if err := decodeFile(dir, "sections.json", &t.sections); err != nil {
		return t, err
	}
	var err error
	if t.articles, err = readFolder[Article](dir, "articles"); err != nil {
		return t, err
	}
	if t.pages, err = readFolder[Page](dir, "pages"); err != nil {
		return t, err
	}
	if err = decodeFile(dir, "help.json", &t.help); err != nil {
		return t, err
	}
	return t, t.checkAddresses()
}

func readFolder[T any](dir fs.FS, folder string) ([]T, error) {
	files, err := fs.Glob(dir, folder+"/*.json")
	if err != nil {
		return nil, err
	}
	out := make([]T, len(files))
	for i, name := range files {
		if err := decodeFile(dir, name, &out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func decodeFile(dir fs.FS, name string, into any) error {
	text, err := fs.ReadFile(dir, name)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("content: %s: %w", path.Base(name), err)
	}
	return nil
}

func (s *Service) saveTexts(ctx context.Context, tx storage.Querier, t seedTexts, result *LoadResult) error {
	origin := seedOrigin{version: s.SeedVersion, now: core.Millis(s.Clock.Now())}
	for _, c := range t.sections {
		err := result.saveText(c, origin, func(body string, of seedOrigin) (bool, error) { return s.store.saveSection(ctx, tx, c, body, of) })
		if err != nil {
			return fmt.Errorf("content: save section %s: %w", c.Key, err)
		}
	}
	for _, a := range t.articles {
		err := result.saveText(a, origin, func(body string, of seedOrigin) (bool, error) { return s.store.saveArticle(ctx, tx, a, body, of) })
		if err != nil {
			return fmt.Errorf("content: save article %s: %w", a.Slug, err)
		}
	}
	for _, p := range t.pages {
		err := result.saveText(p, origin, func(body string, of seedOrigin) (bool, error) { return s.store.savePage(ctx, tx, p, body, of) })
		if err != nil {
			return fmt.Errorf("content: save page %s: %w", p.Key, err)
		}
	}
	err := result.saveText(t.help, origin, func(body string, of seedOrigin) (bool, error) {
		return s.store.saveHelp(ctx, tx, helpLanguage, body, of)
	})
	if err != nil {
		return fmt.Errorf("content: save help: %w", err)
	}
	return nil
}

// saveText calls write with the JSON and hash of a text, and counts it if its row
// changed.
func (l *LoadResult) saveText(authored any, origin seedOrigin, write func(body string, of seedOrigin) (changed bool, err error)) error {
	body, hash, err := core.EncodeAuthored(authored)
	if err != nil {
		return err
	}
	origin.hash = hash
	changed, err := write(body, origin)
	if changed {
		l.Changed++
	}
	return err
}
