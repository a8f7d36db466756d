package main

import (
	"os"
	"testing"
)

// childMark is the environment variable that makes the test binary run main, so that
// tests can start and kill the program without building it.
const childMark = "COLLOQUY_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childMark) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}
