package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Free bytes on the disk of the data directory.
const (
	lowFreeBytes = 1 << 30   // with less, an upgrade or an upload may fail soon (rule operations-doctor)
	minFreeBytes = 100 << 20 // with less, the database cannot grow
	mib          = 1 << 20
)

// DataDirCheck returns a check of the data directory. The directory must be writable and private,
// and its disk must have free space. A missing directory is good, because the first start makes it.
// Rule operations-doctor.
func DataDirCheck(dir string) Check {
	return Check{"data directory", func(context.Context) []Finding {
		info, err := os.Stat(dir)
		switch {
		case os.IsNotExist(err):
			return goodFinding(dir + " does not exist yet; the first start makes it")
		case err != nil:
			return badFinding(fmt.Sprintf("%s cannot be read: %v", dir, withoutPath(err)), "let the user of the service own it: chown -R colloquy "+dir)
		case !info.IsDir():
			return badFinding(dir+" is not a directory", "set COLLOQUY_DATA_DIR to a directory")
		}
		return append(checkWritable(dir, info.Mode().Perm()), checkFreeSpace(dir))
	}}
}

// checkWritable checks that files can be made in a directory, and that other users cannot open the
// directory. mode is the mode of the directory.
func checkWritable(dir string, mode fs.FileMode) []Finding {
	if err := probeFolder(dir); err != nil {
		return badFinding(fmt.Sprintf("no file can be made in %s: %v", dir, err), "let the user of the service own it: chown -R colloquy "+dir)
	}
	if mode&0o077 != 0 {
		return warningFinding(fmt.Sprintf("other users of this machine can open %s (mode %o)", dir, mode), "chmod 700 "+dir)
	}
	return goodFinding(dir + " can be written and is private")
}

// probeFolder makes a file in a folder and removes it.
func probeFolder(dir string) error {
	probeFile, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return withoutPath(err)
	}
	return errors.Join(probeFile.Close(), os.Remove(probeFile.Name()))
}

// checkFreeSpace checks the free space on the disk of a directory.
func checkFreeSpace(dir string) Finding {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return warningFinding(fmt.Sprintf("the free room is unknown: %v", err), "look at df "+dir)[0]
	}
	freeBytes := int64(s.Bavail) * s.Bsize
	text := fmt.Sprintf("%d MiB are free", freeBytes/mib)
	switch {
	case freeBytes < minFreeBytes:
		return badFinding(text+": messages will soon fail to be stored", "make room, or move the data directory to a larger disk")[0]
	case freeBytes < lowFreeBytes:
		return warningFinding(text, "make room: a backup and an upgrade need as much as the database takes")[0]
	}
	return goodFinding(text)[0]
}

// withoutPath removes the path from an error, because the text of the finding has it
// already.
func withoutPath(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
