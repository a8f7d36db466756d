package spoken

import (
	"regexp"
	"sync"
)

// lazyRegexp returns a function that compiles pattern at its first call. So a process that
// reads nothing aloud does not keep compiled patterns in memory.
func lazyRegexp(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
