package program

import (
	"context"
	"errors"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// maxThreads is how many busy threads a program can have during its whole time limit. The limit of
// its processor time is maxThreads times the time limit. Rule voice-programs.
const maxThreads = 4

// setProcessAttributes makes c run in its own process group, so that a kill ends the program and
// its children. If isolated is set, c runs without a network. Rule voice-programs.
func setProcessAttributes(c *exec.Cmd, isolated bool) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if isolated {
		c.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET
	}
	c.Cancel = func() error { return killGroup(c) }
}

// killGroup kills the program and its children.
func killGroup(c *exec.Cmd) error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }

// maxFileBytes is the largest file that a program may write. The sound library of espeak-ng needs
// this size: it reserves a file of 64 MiB in memory. Rule voice-programs.
const maxFileBytes = 64 << 20

// limitProcess limits the address space (memory, in bytes), the processor time and the file
// size of a process.
func limitProcess(pid int, memory uint64, processor time.Duration) error {
	seconds := uint64(max(processor/time.Second, 1)) * maxThreads
	for resource, most := range map[int]uint64{
		unix.RLIMIT_AS: memory, unix.RLIMIT_CPU: seconds, unix.RLIMIT_FSIZE: maxFileBytes, unix.RLIMIT_CORE: 0,
	} {
		// ESRCH means that the process has ended already, so it needs no limit.
		if err := unix.Prlimit(pid, resource, &unix.Rlimit{Cur: most, Max: most}, nil); err != nil && !errors.Is(err, unix.ESRCH) {
			return err
		}
	}
	return nil
}

// canRunWithoutNetwork reports whether the kernel lets this process start a program in namespaces of its own:
// a user namespace and a network namespace. It starts the program at path in such namespaces, and
// then kills the program.
func canRunWithoutNetwork(path string) bool {
	c := exec.CommandContext(context.Background(), path, "--help")
	setProcessAttributes(c, true)
	if err := c.Start(); err != nil {
		return false
	}
	_ = killGroup(c)
	_ = c.Wait()
	return true
}
