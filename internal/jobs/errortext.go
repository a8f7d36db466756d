package jobs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"colloquy/internal/obs"
)

const (
	maxErrorBytes = 300 // longest stored error text, in bytes
	// An error text is withheld if it repeats one of these parts of a payload (obs.QuotesPrivateValue):
	//   - maxQuotedBytes bytes of a value.
	//   - a whole value of at least minQuotedValueBytes bytes.
	maxQuotedBytes      = 8
	minQuotedValueBytes = 3
)

// safeErrorText returns the text of err for the log and the table. If the text repeats a value of
// the payload, which may be private, the result is the type of err instead. Bytes that PostgreSQL
// does not store, such as NUL, are replaced. Rule privacy-no-text-in-logs.
func safeErrorText(err error, payload string) string {
	text := strings.ReplaceAll(strings.ToValidUTF8(err.Error(), "?"), "\x00", "?")
	if obs.QuotesPrivateValue(text, scalarTexts(payload), maxQuotedBytes, minQuotedValueBytes) {
		return fmt.Sprintf("%T (its text is withheld: it repeats the payload)", err)
	}
	if len(text) <= maxErrorBytes {
		return text
	}
	cut := maxErrorBytes
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut]
}

// scalarTexts returns the strings and numbers in a JSON payload as texts, without the
// names of fields. If the payload is not JSON, it returns the whole payload.
func scalarTexts(payload string) []string {
	dec := json.NewDecoder(bytes.NewReader([]byte(payload)))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return []string{payload}
	}
	return appendScalarTexts(nil, v)
}

func appendScalarTexts(out []string, v any) []string {
	switch v := v.(type) {
	case string:
		out = append(out, v)
	case json.Number:
		out = append(out, v.String())
	case []any:
		for _, e := range v {
			out = appendScalarTexts(out, e)
		}
	case map[string]any:
		for _, e := range v {
			out = appendScalarTexts(out, e)
		}
	}
	return out
}
