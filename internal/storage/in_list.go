package storage

import (
	"math/bits"
	"strconv"
	"strings"
)

// InList returns the placeholders of an IN list, and args with the list's values appended.
// args are the arguments of the SQL before the list. The list is padded to a power of
// two with its last value, which limits the number of prepared statements. Without
// values the placeholders are empty, which is not valid SQL.
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
