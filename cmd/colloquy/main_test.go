package main

import (
	"os"
	"testing"
)

// childProcessVariable is an environment variable. If it is set, the test binary runs main instead of the
// tests. So tests can start and kill the program without building it.
const childProcessVariable = "COLLOQUY_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(llamaVariable) != "" {
		serveAsLlama()
		return
	}
	if os.Getenv(childProcessVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}
