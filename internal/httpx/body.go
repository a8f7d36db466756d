package httpx

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/core"
)

var errMalformed = core.E(core.Malformed, "malformed", "The request could not be read.")

// maxJSONDepth is the greatest depth to which the values of a body may be nested.
const maxJSONDepth = 10

func isJSONType(contentType string) bool {
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && media == "application/json"
}

// checkJSON returns an error for bodies that two parsers could read differently or
// that the database cannot store: invalid UTF-8, NUL, duplicate keys, data after the
// value, deep nesting.
func checkJSON(body []byte) error {
	if !utf8.Valid(body) || bytes.IndexByte(body, 0) >= 0 {
		return errMalformed.Because(errors.New("invalid text"))
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := checkJSONValue(d, 0); err != nil {
		return errMalformed.Because(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errMalformed.Because(errors.New("data after the value"))
	}
	return nil
}

func checkJSONValue(d *json.Decoder, depth int) error {
	if depth > maxJSONDepth {
		return errors.New("nested too deep")
	}
	t, err := d.Token()
	if err != nil {
		return err
	}
	if text, ok := t.(string); ok && strings.IndexByte(text, 0) >= 0 {
		return errors.New("NUL in a text")
	}
	switch t {
	case json.Delim('{'):
		return checkJSONObject(d, depth)
	case json.Delim('['):
		for d.More() {
			if err := checkJSONValue(d, depth+1); err != nil {
				return err
			}
		}
		_, err = d.Token()
	}
	return err
}

func checkJSONObject(d *json.Decoder, depth int) error {
	seenKeys := map[string]bool{} // by folded key
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		text, ok := t.(string)
		key := foldKey(text)
		if !ok || seenKeys[key] || strings.IndexByte(key, 0) >= 0 {
			return errors.New("duplicate or invalid key")
		}
		seenKeys[key] = true
		if err := checkJSONValue(d, depth+1); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// foldKey returns the same text for all keys that encoding/json decodes into the same
// field. It ignores case as strings.EqualFold does.
func foldKey(key string) string {
	return strings.Map(func(r rune) rune {
		leastRune := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			leastRune = min(leastRune, next)
		}
		return leastRune
	}, key)
}
