package localmodel

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// serverOOMScore makes the kernel end the model server before this process when memory runs out.
const serverOOMScore = "500"

// bindToParent makes the kernel kill the child when this process ends for any reason.
func bindToParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// limitMemory limits the memory that a process may allocate to maxServerMemoryBytes. Pages mapped from
// files do not count. limitMemory also gives the process serverOOMScore.
func limitMemory(pid int) error {
	limit := unix.Rlimit{Cur: maxServerMemoryBytes, Max: maxServerMemoryBytes}
	if err := unix.Prlimit(pid, unix.RLIMIT_DATA, &limit, nil); err != nil {
		return err
	}
	return os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte(serverOOMScore), 0o600)
}
