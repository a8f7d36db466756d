package collections

import (
	"strings"
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/core/plain"
)

// collectionTexts are the name and description of a collection.
type collectionTexts struct{ name, description string }

// trimAndCheck trims and checks the texts. The name becomes one line. A description without a
// visible character becomes empty. Rule collections-name.
func (t collectionTexts) trimAndCheck() (collectionTexts, error) {
	name, description := strings.Join(strings.Fields(t.name), " "), plain.Trim(t.description)
	if !plain.HasVisibleRune(description) {
		description = ""
	}
	var faults []string
	switch {
	case !plain.HasVisibleRune(name):
		faults = append(faults, "name", emptyNameText)
	case utf8.RuneCountInString(name) > maxNameLength:
		faults = append(faults, "name", longNameText)
	case plain.HasUnprintable(name):
		faults = append(faults, "name", unprintableNameText)
	}
	switch {
	case utf8.RuneCountInString(description) > maxDescriptionLength:
		faults = append(faults, "description", longDescriptionText)
	case plain.HasUnprintable(description):
		faults = append(faults, "description", unprintableDescText)
	}
	if len(faults) > 0 {
		return collectionTexts{}, core.InvalidFieldsError(faults...)
	}
	return collectionTexts{name, description}, nil
}
