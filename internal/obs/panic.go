package obs

import (
	"fmt"
	"runtime"
)

// PanicText says what a recovered panic was without repeating what people
// wrote: the text of a runtime error, and of anything else only its type.
func PanicText(v any) string {
	if err, ok := v.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", v)
}
