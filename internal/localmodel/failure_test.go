package localmodel

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestDoctorLearnsThatTheServerEnded: the folder has the reason why the server ended last, until
// the server listens again.
// rule operations-model
func TestDoctorLearnsThatTheServerEnded(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "server")
	writeScript := func(text string) {
		t.Helper()
		// A new file, because a program that runs cannot be written to.
		temp := program + ".new"
		if err := os.WriteFile(temp, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(temp, program); err != nil {
			t.Fatal(err)
		}
	}
	writeScript("exit 7")
	if err := storeInstallation(dir, Installation{Model: "tiny", ProgramPath: "server", ModelPath: "tiny.gguf"}); err != nil {
		t.Fatal(err)
	}
	s, err := NewSupervisor(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { s.Run(ctx); close(done) }()
	defer func() { cancel(); <-done }()

	waitForFailure(t, dir, "exit status 7")
	writeScript("echo server is listening >&2; exec sleep 60")
	waitForFailure(t, dir, "")
}

func waitForFailure(t *testing.T, dir, want string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); LastFailure(dir) != want; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the last failure is %q, want %q", LastFailure(dir), want)
		}
	}
}
