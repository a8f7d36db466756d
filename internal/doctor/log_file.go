package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// LogFileCheck returns a check that the log file and its folder are writable. The folder must be
// writable because a new file replaces a full one. An empty path means standard error. Rule
// operations-doctor.
func LogFileCheck(path string) Check {
	return Check{"log", func(context.Context) []Finding {
		if path == "" {
			return goodFinding("it goes to standard error")
		}
		const remedy = "name a file that the user of the service may write, in a folder that it may write too (chown, and LogsDirectory or ReadWritePaths of the unit), or leave COLLOQUY_LOG_FILE empty"
		exists, err := checkAppendable(path)
		if err != nil {
			return badFinding(fmt.Sprintf("%s cannot be written, so the service does not start: %v", path, withoutPath(err)), remedy)
		}
		switch err := probeFolder(filepath.Dir(path)); {
		case err != nil && !exists:
			return badFinding(fmt.Sprintf("%s cannot be made, so the service does not start: %v", path, err), remedy)
		case err != nil:
			return warningFinding(fmt.Sprintf("%s can be written, but not replaced when it is full: %v", path, err), remedy)
		}
		return goodFinding(path + " can be written")
	}}
}

// checkAppendable opens a file as the service does, but does not make it. It reports
// whether the file exists.
func checkAppendable(path string) (exists bool, err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if os.IsNotExist(err) {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	return true, file.Close()
}
