//go:build !linux

package program

import (
	"os/exec"
	"time"
)

// Only Linux has these limits. Elsewhere a program has limits of time and output.

func prepare(*exec.Cmd, bool) {}

func killGroup(c *exec.Cmd) error { return c.Process.Kill() }

func limit(int, uint64, time.Duration) error { return nil }

func canIsolate(string) bool { return false }
