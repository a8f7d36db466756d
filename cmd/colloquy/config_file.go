package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/alecthomas/kong"

	"colloquy/internal/config"
)

// configFileVariable is the environment variable with the path of the configuration file. The
// flag --config takes precedence over it.
const configFileVariable = "COLLOQUY_CONFIG"

// BeforeResolve implements kong's hook. For a command with settings it reads the configuration
// file. Flags and environment variables have precedence over the file. Rule operations-config.
func (c *cli) BeforeResolve(k *kong.Context) error {
	path := configFilePath(k)
	if path == "" || flagValue(k, "config") == nil {
		return nil
	}
	file, err := config.ReadFile(path)
	if path == installedConfig && errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w: the user of the service must be able to read it (chgrp colloquy, chmod 640); %s", err, serviceUserHint)
	}
	if err != nil {
		return err
	}
	file = file.WithoutOverriddenSecrets(os.LookupEnv)
	c.file = file
	k.AddResolver(kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		for _, name := range flag.Envs {
			if _, isSet := os.LookupEnv(name); isSet {
				return nil, nil
			}
			if value, found := file.Lookup(name); found {
				return value, nil
			}
			if value, found := installedDefault(name, file); found {
				return value, nil
			}
		}
		return nil, nil
	}))
	k.Bind(file)
	return nil
}

// configFilePath returns the path in --config, or else in the environment, or else the path for the
// installed service, or "".
func configFilePath(k *kong.Context) string {
	for _, p := range k.Path {
		if p.Flag != nil && p.Flag.Name == "config" {
			if path, ok := k.FlagValue(p.Flag).(string); ok {
				return path
			}
		}
	}
	if path := os.Getenv(configFileVariable); path != "" {
		return path
	}
	return installedConfigFile()
}
