package storage

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// isMountPoint reports whether a folder is the root of a mounted file system. Such a folder cannot
// be renamed. The result is false for a symbolic link, which can be renamed, and for a missing
// folder.
func isMountPoint(path string) bool {
	var here, above syscall.Stat_t
	if syscall.Lstat(path, &here) != nil || syscall.Stat(filepath.Dir(path), &above) != nil {
		return false
	}
	return here.Dev != above.Dev || isListedMount(path)
}

// isListedMount reports whether a path is in the list of mount points. The list also has bind
// mounts within one file system, which the device number does not show. Only Linux has the list;
// elsewhere the result is false.
func isListedMount(path string) bool {
	list, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return false
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return false
	}
	path = filepath.Join(dir, filepath.Base(path))
	const place = 4 // index of the mount point in a line
	escapedPath := strings.NewReplacer(`\`, `\134`, " ", `\040`, "\t", `\011`, "\n", `\012`).Replace(path)
	return slices.ContainsFunc(strings.Split(string(list), "\n"), func(line string) bool {
		fields := strings.Fields(line)
		return len(fields) > place && fields[place] == escapedPath
	})
}
