package catalogue

import "colloquy/internal/core"

// cursor names the place as opaque text.
func (p place) cursor() string { return core.Cursor(p) }

// parseCursor reads what cursor wrote; nil for none.
func parseCursor(text string) (*place, error) {
	if text == "" {
		return nil, nil
	}
	var p place
	if err := core.ParseCursor(text, &p); err != nil {
		return nil, errBadCursor.Because(err)
	}
	return &p, nil
}
