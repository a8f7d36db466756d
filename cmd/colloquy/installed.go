package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/alecthomas/kong"

	"colloquy/internal/config"
)

// Paths of an installation by a package.
const (
	installedProgram = "/usr/bin/colloquy" // rule operations-config
	installedConfig  = "/etc/colloquy/colloquy.conf"
	installedDataDir = "/var/lib/colloquy"
	rootUID          = 0
	// serviceUserHint says how to run a command as the user of the service.
	serviceUserHint = "run the command as the user of the service, such as with runuser -u colloquy -- colloquy ..."
)

// installedConfigFile returns the configuration file of the installed service if this is the
// installed program and the file exists, or "".
func installedConfigFile() string {
	program, err := os.Executable()
	if err != nil || program != installedProgram {
		return ""
	}
	if _, err := os.Stat(installedConfig); errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return installedConfig
}

// installedDefault returns the default of a variable for the installed service: the path of the
// configuration file or of the data directory. found is false for other variables, and for other
// configuration files.
func installedDefault(variable string, file config.File) (value string, found bool) {
	if file.Path != installedConfig {
		return "", false
	}
	value = map[string]string{configFileVariable: installedConfig, "COLLOQUY_DATA_DIR": installedDataDir}[variable]
	return value, value != ""
}

// AfterApply implements kong's hook. It refuses a command on the data of the installed service if
// another user, such as root, runs it. The service could not read the files that the command
// writes.
func (c *cli) AfterApply(k *kong.Context) error {
	if c.file.Path != installedConfig {
		return nil
	}
	if dir, ok := flagValue(k, "data-dir").(string); ok {
		return checkOwner(dir, os.Geteuid())
	}
	return nil
}

// checkOwner returns an error in two cases:
//   - The data directory belongs to a user other than uid.
//   - The data directory does not exist and uid is root. The service could not use a directory that
//     root makes.
//
// Rule operations-config.
func checkOwner(dir string, uid int) error {
	var info syscall.Stat_t
	switch err := syscall.Stat(dir, &info); {
	case err == nil && int(info.Uid) != uid:
		return fmt.Errorf("%s belongs to another user: %s", dir, serviceUserHint)
	case errors.Is(err, fs.ErrNotExist) && uid == rootUID:
		return fmt.Errorf("%s does not exist yet, and the service could not use one that root makes: start the service first, or make it for the user of the service", dir)
	}
	return nil // the command itself reports other errors
}

// flagValue returns the value of a flag of the selected command, or nil if it has no such flag.
func flagValue(k *kong.Context, name string) any {
	for _, group := range k.Selected().AllFlags(false) {
		for _, f := range group {
			if f.Name == name {
				return k.FlagValue(f)
			}
		}
	}
	return nil
}
