package spoken

import (
	"regexp"
	"sync"
)

// lazy compiles a pattern when it is first used: a process that reads nothing aloud does
// not hold the patterns in memory.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
