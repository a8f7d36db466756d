package obs

import (
	"fmt"
	"runtime"
)

// PanicText returns the text of a recovered runtime error. For other panic values it
// returns only the type, because their text may contain texts of users.
// Rule privacy-no-text-in-logs.
func PanicText(v any) string {
	if err, ok := v.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", v)
}
