//go:build !linux

package program

import (
	"os/exec"
	"time"
)

// On other systems than Linux, a program has only the limits of time and output.
// Rule voice-programs.

func setProcessAttributes(*exec.Cmd, bool) {}

func killGroup(c *exec.Cmd) error { return c.Process.Kill() }

func limitProcess(int, uint64, time.Duration) error { return nil }

func canRunWithoutNetwork(string) bool { return false }
