package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"colloquy/internal/app"
	"colloquy/internal/config"
	"colloquy/internal/doctor"
)

type doctorCmd struct{ operatorFlags }

// errBadFindings makes the program exit with code 1 if a finding is bad (rule
// operations-doctor).
var errBadFindings = errors.New("something is bad: see above")

// Run examines the installation and prints what is good, doubtful and bad. It returns
// errBadFindings if something is bad.
func (c *doctorCmd) Run(ctx context.Context, file config.File) error {
	list := app.Doctor(ctx, c.Config, slices.Concat(c.Warnings(os.Environ()), file.Warnings()), nil)
	var err error
	if c.JSON {
		err = printJSON(os.Stdout, list)
	} else {
		err = printFindings(list)
	}
	if err == nil && doctor.WorstLevel(list) == doctor.Bad {
		err = errBadFindings
	}
	return err
}

func printFindings(list []doctor.Finding) error {
	for _, f := range list {
		if _, err := fmt.Printf("%-8s %-15s %s\n", f.Level, f.Area, f.Text); err != nil {
			return err
		}
		if f.Advice != "" {
			if _, err := fmt.Printf("%-24s to do: %s\n", "", f.Advice); err != nil {
				return err
			}
		}
	}
	return nil
}
