package httpx

import (
	"strconv"
	"strings"
)

// TextOfValue returns a JSON value as a text without spaces at its ends. The value may be a text, a
// whole number (float64) or absent; other values give false. Clients send some fields, such as
// characterId, as a text or as a number. Rule payment-order.
func TextOfValue(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "", true
	case string:
		return strings.TrimSpace(v), true
	case float64:
		if v == float64(int64(v)) {
			return strconv.FormatInt(int64(v), 10), true
		}
	}
	return "", false
}
