package storage

import (
	"math/bits"
	"strconv"
	"strings"
)

// In writes the marks of an IN list and adds its values to args, which hold
// what the text before it takes. Lists are filled up to a power of two with
// their last value, so that few different texts are prepared. An empty list
// has no marks, which is no SQL: callers answer without a query.
func In[T any](args []any, values []T) (marks string, all []any) {
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
