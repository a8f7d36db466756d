package accounts

import "colloquy/internal/core"

// fieldErrors returns an error with the texts of invalid fields, or nil if all
// texts are empty. pairs alternates field names and texts.
func fieldErrors(pairs ...string) error {
	var faultPairs []string
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			faultPairs = append(faultPairs, pairs[i], pairs[i+1])
		}
	}
	if len(faultPairs) == 0 {
		return nil
	}
	return core.InvalidFieldsError(faultPairs...)
}
