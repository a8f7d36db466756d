package accounts

import "colloquy/internal/core"

// fieldErrors returns an error with the texts of invalid fields, or nil if all
// texts are empty. pairs alternates field names and texts.
func fieldErrors(pairs ...string) error {
	var invalidFieldsAndTexts []string
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			invalidFieldsAndTexts = append(invalidFieldsAndTexts, pairs[i], pairs[i+1])
		}
	}
	if len(invalidFieldsAndTexts) == 0 {
		return nil
	}
	return core.InvalidFieldsError(invalidFieldsAndTexts...)
}
