package program

import (
	"context"
	"errors"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// threads is how many threads of a program may use the processor for the whole time limit.
const threads = 4

// prepare puts the program into a process group, which is killed as a whole, and without
// a network if isolated.
func prepare(c *exec.Cmd, isolated bool) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if isolated {
		c.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET
	}
	c.Cancel = func() error { return killGroup(c) }
}

// killGroup kills the program and its children.
func killGroup(c *exec.Cmd) error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }

// maxFile is the most bytes of a file that a program writes. The sound library of espeak-ng
// reserves a file of 64 MiB in memory.
const maxFile = 64 << 20

// limit bounds the address space, the processor time and the files of a process.
func limit(pid int, memory uint64, processor time.Duration) error {
	seconds := uint64(max(processor/time.Second, 1)) * threads
	for resource, most := range map[int]uint64{
		unix.RLIMIT_AS: memory, unix.RLIMIT_CPU: seconds, unix.RLIMIT_FSIZE: maxFile, unix.RLIMIT_CORE: 0,
	} {
		// A process that has ended already needs no limit.
		if err := unix.Prlimit(pid, resource, &unix.Rlimit{Cur: most, Max: most}, nil); err != nil && !errors.Is(err, unix.ESRCH) {
			return err
		}
	}
	return nil
}

// canIsolate reports whether the kernel permits namespaces to this process. It starts the
// program in them and kills it.
func canIsolate(path string) bool {
	c := exec.CommandContext(context.Background(), path, "--help")
	prepare(c, true)
	if err := c.Start(); err != nil {
		return false
	}
	_ = killGroup(c)
	_ = c.Wait()
	return true
}
