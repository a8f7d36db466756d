package main

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"colloquy/internal/config"
)

type configCmd struct {
	operatorFlags
	Changed bool `help:"Only settings that are not the default."`
}

// settingSourceJSON is one setting and where its value is from.
type settingSourceJSON struct {
	Name   string `json:"name"`
	Value  string `json:"value"` // secrets and addresses of people are masked
	Source string `json:"source"`
}

// Run prints the settings in force and where each is from (rule operations-config).
func (c *configCmd) Run(k *kong.Context, file config.File) error {
	values := map[string]string{}
	for _, a := range c.Redacted() {
		values[a.Key] = a.Value.String()
	}
	var list []settingSourceJSON
	for _, flag := range k.Selected().AllFlags(true) {
		for _, f := range flag {
			if len(f.Envs) == 0 || !strings.HasPrefix(f.Envs[0], "COLLOQUY_") {
				continue
			}
			s := settingSourceJSON{f.Envs[0], values[f.Name], settingSource(k, f, file)}
			if s.Source == defaultSource && s.Value != "" && f.Target.Type() == reflect.TypeFor[config.Secret]() {
				s.Source = config.FileVariable(s.Name) // secrets have no defaults, so the value is from the file that the variable NAME_FILE names
			}
			if !c.Changed || s.Source != defaultSource {
				list = append(list, s)
			}
		}
	}
	slices.SortFunc(list, func(a, b settingSourceJSON) int { return strings.Compare(a.Name, b.Name) })
	if c.JSON {
		return printJSON(os.Stdout, list)
	}
	if len(list) == 0 {
		_, err := fmt.Println("Every setting has its default.")
		return err
	}
	return printTable(os.Stdout, "SETTING\tVALUE\tFROM", list, func(s settingSourceJSON) string {
		return strings.Join([]string{s.Name, s.Value, s.Source}, "\t")
	})
}

// Sources of settings that neither a flag, the environment nor the configuration file sets.
const (
	defaultSource   = "default"
	installedSource = "installed service"
)

// settingSource returns where the value of a setting is from: the flag, "environment", the path
// of the configuration file, installedSource or defaultSource.
func settingSource(k *kong.Context, f *kong.Flag, file config.File) string {
	for _, p := range k.Path {
		if p.Flag == f && !p.Resolved {
			return "flag --" + f.Name
		}
	}
	if _, isSet := os.LookupEnv(f.Envs[0]); isSet {
		return "environment"
	}
	if _, found := file.Lookup(f.Envs[0]); found {
		return file.Path
	}
	if _, found := installedDefault(f.Envs[0], file); found {
		return installedSource
	}
	return defaultSource
}
