package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// describeMachine returns one line with the time, the machine and the database engine of a run.
func describeMachine(o options) string {
	engine := "SQLite"
	if o.databaseURL != "" {
		engine = "PostgreSQL"
	}
	loadAverage, _ := os.ReadFile("/proc/loadavg")
	fields := strings.Fields(string(loadAverage) + " - - -")
	return fmt.Sprintf("%s, %d cores, %s/%s, %s, %s, load average %s",
		time.Now().UTC().Format("2006-01-02 15:04 MST"), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), engine,
		strings.Join(fields[:3], " "))
}

// filesPerStream is how many open files a process may have for each stream. The proxy and the
// server use two of them, for the connections to the client and to the model. The third is spare.
const filesPerStream = 3

// checkFileLimit returns an error if the limit of open files is too low for the largest load. Go
// has already raised the limit to its maximum.
func checkFileLimit(s runPlan) error {
	maxClients := 0
	for _, p := range s.phases {
		maxClients = max(maxClients, p.shape.ClientCount)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return err
	}
	if need := uint64(filesPerStream*maxClients + 100); limit.Cur < need {
		return fmt.Errorf("%d open files are allowed, %d are needed: raise the limit (ulimit -n)", limit.Cur, need)
	}
	return nil
}
