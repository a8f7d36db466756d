package obs

import (
	"fmt"
	"runtime"
)

// PanicText returns the text of a recovered runtime error, or the type of another
// panic value, whose text may contain what people wrote.
func PanicText(v any) string {
	if err, ok := v.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", v)
}
