package index

import (
	"strings"

	"colloquy/internal/fold"
)

// Fold returns the folded form of a text (fold.Text), which the index uses.
func Fold(s string) string { return fold.Text(s) }

const searchKeySeparator = "\n"

// SearchKey returns the folded texts that Search looks into: the name and the others (category,
// designation and tags). The catalogue stores the result, so building an index does not fold the
// texts again. Rule catalogue-search-forgives.
func SearchKey(name string, others ...string) string {
	return Fold(name) + searchKeySeparator + Fold(strings.Join(others, " "))
}

// NameInSearchKey returns the folded name in a result of SearchKey.
func NameInSearchKey(searchKey string) string {
	name, _, _ := strings.Cut(searchKey, searchKeySeparator)
	return name
}

// searchKey has the parts of a text that the function SearchKey has returned.
type searchKey struct {
	name         string
	nameWords    []string
	nonNameWords []string
}

func parseSearchKey(text string) searchKey {
	name, others, _ := strings.Cut(text, searchKeySeparator)
	return searchKey{name, strings.Fields(name), strings.Fields(others)}
}
