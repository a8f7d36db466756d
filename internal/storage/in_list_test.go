package storage_test

import (
	"fmt"
	"testing"

	"colloquy/internal/storage"
)

func TestInListPadsToAPowerOfTwo(t *testing.T) {
	for _, c := range []struct {
		before []any
		values []int
		want   string
	}{
		{nil, nil, " []"},
		{[]any{"a"}, nil, " [a]"},
		{nil, []int{7}, "$1 [7]"},
		{[]any{"a"}, []int{7, 8}, "$2, $3 [a 7 8]"},
		{[]any{"a", "b"}, []int{7, 8, 9}, "$3, $4, $5, $6 [a b 7 8 9 9]"},
		{nil, []int{1, 2, 3, 4}, "$1, $2, $3, $4 [1 2 3 4]"},
	} {
		placeholders, args := storage.InList(c.before, c.values)
		if got := fmt.Sprint(placeholders, " ", args); got != c.want {
			t.Errorf("%v after %v: %s, want %s", c.values, c.before, got, c.want)
		}
	}
}
