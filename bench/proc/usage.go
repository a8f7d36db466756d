package proc

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"colloquy/internal/core/plain"
)

// clockTick is the unit of processor times in /proc. Linux always reports 100 ticks a second.
const clockTick = 10 * time.Millisecond

// CPU returns the processor time that the process has used, with a resolution of 10 ms. If the
// process has ended, the error is errProcessEnded.
func (p *Process) CPU() (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0, errProcessEnded
	}
	return parseCPU(string(text))
}

// parseCPU reads utime and stime, fields 14 and 15 of /proc/PID/stat. Field 2 is a name
// in parentheses, which may contain spaces and parentheses.
func parseCPU(stat string) (time.Duration, error) {
	_, rest, found := plain.CutLast(stat, ")")
	fields := strings.Fields(rest)
	if !found || len(fields) < 13 {
		return 0, fmt.Errorf("proc: cannot read %q", stat)
	}
	user, err := strconv.Atoi(fields[11])
	if err != nil {
		return 0, err
	}
	system, err := strconv.Atoi(fields[12])
	return time.Duration(user+system) * clockTick, err
}

// Memory is resident memory in bytes. FileBytes is the part of ResidentBytes that is mapped from
// files, mostly from the program's binary. The kernel caches files in pages of up to 2 MiB, and
// FileBytes depends on their size. Between copies of one binary FileBytes differed by 12 MiB.
type Memory struct{ ResidentBytes, FileBytes int64 }

// Memory returns the resident memory of the process. If the process has ended, the error is
// errProcessEnded.
func (p *Process) Memory() (Memory, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p.cmd.Process.Pid))
	if err != nil {
		return Memory{}, errProcessEnded
	}
	return parseMemory(string(text), int64(os.Getpagesize()))
}

// parseMemory reads fields 2 and 3 of /proc/PID/statm, which count pages.
func parseMemory(statm string, page int64) (Memory, error) {
	fields := strings.Fields(statm)
	if len(fields) < 3 {
		return Memory{}, fmt.Errorf("proc: cannot read %q", statm)
	}
	resident, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return Memory{}, err
	}
	ofFiles, err := strconv.ParseInt(fields[2], 10, 64)
	return Memory{ResidentBytes: resident * page, FileBytes: ofFiles * page}, err
}

// TrackPeakRSS starts to sample the resident memory of the process every 20 ms. stop ends the sampling
// and returns the maximum in bytes.
func (p *Process) TrackPeakRSS() (stop func() int64) {
	ctx, cancel := context.WithCancel(context.Background())
	peakBytes := make(chan int64, 1)
	go func() {
		var maxResidentBytes int64
		ticker := time.NewTicker(20 * time.Millisecond)
		defer ticker.Stop()
		for isSampling := true; isSampling; {
			select {
			case <-ctx.Done():
				isSampling = false // the loop takes one more sample before it ends
			case <-ticker.C:
			}
			if m, err := p.Memory(); err == nil {
				maxResidentBytes = max(maxResidentBytes, m.ResidentBytes)
			}
		}
		peakBytes <- maxResidentBytes
	}()
	return func() int64 {
		cancel()
		return <-peakBytes
	}
}

// MachineTime has the total and the idle processor time of the machine since its start, in ticks.
type MachineTime struct{ totalTicks, idleTicks float64 }

// ReadMachineTime returns the present MachineTime. Without /proc it returns the zero value.
func ReadMachineTime() MachineTime {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return MachineTime{}
	}
	return parseMachineTime(string(text))
}

func parseMachineTime(stat string) (m MachineTime) {
	line, _, _ := strings.Cut(stat, "\n")
	for i, field := range strings.Fields(strings.TrimPrefix(line, "cpu ")) {
		n, err := strconv.ParseFloat(field, 64)
		if err != nil || i >= 8 { // the fields from 8 on, guest times, are also counted in the first two
			break
		}
		m.totalTicks += n
		if i == 3 || i == 4 {
			m.idleTicks += n
		}
	}
	return m
}

// CPUSharesSince returns two shares of the machine's processor time since before: the idle share and
// the share of other processes. knownCPU is the time of the processes that do not count as others.
func (m MachineTime) CPUSharesSince(before MachineTime, knownCPU time.Duration) (idleShare, othersShare float64) {
	totalTicks := m.totalTicks - before.totalTicks
	if totalTicks <= 0 {
		return 0, 0
	}
	idleShare = (m.idleTicks - before.idleTicks) / totalTicks
	return idleShare, max(0, 1-idleShare-float64(knownCPU)/float64(clockTick)/totalTicks)
}

// OwnCPU returns the processor time that this process has used.
func OwnCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// ReadLoad returns the load average of the machine over the last minute, as the system writes it.
func ReadLoad() string {
	text, _ := os.ReadFile("/proc/loadavg") // empty without /proc
	loadAverage, _, _ := strings.Cut(string(text), " ")
	return loadAverage
}
