package main

import (
	"os"
	"testing"
)

// childVariable is the environment variable with which the test binary runs main instead of the
// tests, so that tests can start and kill the program without building it.
const childVariable = "COLLOQUY_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(llamaVariable) != "" {
		serveAsLlama()
		return
	}
	if os.Getenv(childVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}
