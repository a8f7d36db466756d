package storage

import (
	"math/bits"
	"strconv"
	"strings"
)

// InList returns the placeholders of an IN list, and args with the values appended. args are the
// arguments before the list. InList repeats the last value up to a power of two, so that there are
// fewer prepared statements. Without values the placeholders are empty, which is not valid SQL.
func InList[T any](args []any, values []T) (placeholders string, allArgs []any) {
	if len(values) == 0 {
		return "", args
	}
	n := 1 << bits.Len(uint(len(values)-1))
	out := make([]string, n)
	for i := range n {
		args = append(args, values[min(i, len(values)-1)])
		out[i] = "$" + strconv.Itoa(len(args))
	}
	return strings.Join(out, ", "), args
}
