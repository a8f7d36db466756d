package main

import (
	"os"
	"testing"
)

// childMark makes the test binary behave as colloquy itself, so that tests can
// start and kill a real process without building another.
const childMark = "COLLOQUY_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childMark) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}
