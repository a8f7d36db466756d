package apptest

import (
	"context"
	"io"
	"net/http"

	"colloquy/internal/storage"
)

// Get requests a path of the site as a visitor, without following redirects, and returns
// the response and its body. changes can change the request before it is sent.
func (e *Env) Get(path string, changes ...func(*http.Request)) (*http.Response, string) {
	e.T.Helper()
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, e.URL+path, nil)
	if err != nil {
		e.T.Fatal(err)
	}
	for _, change := range changes {
		change(r)
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		e.T.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		e.T.Fatal(err)
	}
	return resp, string(body)
}

// WithoutCompression asks for an answer without compression. With the race detector this saves
// a third of the time of a large answer.
func WithoutCompression(r *http.Request) { r.Header.Set("Accept-Encoding", "identity") }

// SetCharacterFlag sets a boolean column of a character's row, such as is_active.
func (e *Env) SetCharacterFlag(slug, column string, value bool) {
	e.T.Helper()
	ctx := context.Background()
	err := e.App.DB().Write(ctx, func(tx storage.Querier) error {
		_, err := tx.ExecContext(ctx, `UPDATE characters SET `+column+` = $1 WHERE slug = $2`, value, slug)
		return err
	})
	if err != nil {
		e.T.Fatal(err)
	}
}
