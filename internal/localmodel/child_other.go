//go:build !linux

package localmodel

import (
	"errors"
	"os/exec"
)

func bindToParent(*exec.Cmd) {}

func limitMemory(int) error { return errors.New("only Linux can limit a process from outside") }
