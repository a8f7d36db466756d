package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"time"

	"colloquy/internal/localmodel"
)

type modelCmd struct {
	Install modelInstallCmd `cmd:"" help:"Load a small model and a server for it; a running service then uses it by itself."`
	List    modelListCmd    `cmd:"" help:"Print the models that can be installed."`
	Remove  modelRemoveCmd  `cmd:"" help:"Delete the installed model."`
}

type modelInstallCmd struct {
	operatorFlags
	Name string `arg:"" optional:"" help:"Name of the model. Empty: the first of the list."`
}

// Run downloads and installs a model. If the download is interrupted, the next run continues it.
func (c *modelInstallCmd) Run(ctx context.Context) error {
	client := &http.Client{}
	list, err := localmodel.ReadList(ctx, client, c.ModelList)
	if err != nil {
		return err
	}
	dir := localmodel.Dir(c.DataDir)
	in, err := localmodel.Install(ctx, dir, list, c.Name, client, newProgressBar(os.Stderr, time.Now))
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(os.Stdout, in)
	}
	_, err = fmt.Printf("%s is installed in %s. A running service with this data directory uses it within seconds, unless its settings name another model.\n", in.Title, dir)
	return err
}

const (
	progressBarWidth    = 30                     // in characters
	progressBarInterval = 200 * time.Millisecond // shortest time between two drawings
)

// newProgressBar returns a function that draws the progress of a download on one line of w. now
// returns the present time.
func newProgressBar(w io.Writer, now func() time.Time) localmodel.ProgressFunc {
	var lastDrawnAt time.Time
	return func(file string, done, total int64) {
		if done < total && now().Sub(lastDrawnAt) < progressBarInterval {
			return
		}
		lastDrawnAt = now()
		filledWidth := int(progressBarWidth * done / total)
		fmt.Fprintf(w, "\r%-24.24s [%s%s] %d of %d MB", file, strings.Repeat("#", filledWidth), strings.Repeat(".", progressBarWidth-filledWidth), done/1e6, total/1e6)
		if done == total {
			fmt.Fprintln(w)
		}
	}
}

type modelListCmd struct{ operatorFlags }

// Run prints the models of the list.
func (c *modelListCmd) Run(ctx context.Context) error {
	list, err := localmodel.ReadList(ctx, &http.Client{}, c.ModelList)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(os.Stdout, list.Models)
	}
	installation, err := localmodel.ReadInstallation(localmodel.Dir(c.DataDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return printTable(os.Stdout, "NAME\tMODEL\tDOWNLOAD\tMEMORY\tLICENSE\tINSTALLED", list.Models, func(m localmodel.Model) string {
		installedText := ""
		if m.Name == installation.Model {
			installedText = "yes"
		}
		return fmt.Sprintf("%s\t%s\t%d MB\t%d MiB\t%s\t%s", m.Name, m.Title, m.Size/1e6, m.MemoryMiB, m.License, installedText)
	})
}

type modelRemoveCmd struct{ operatorFlags }

// Run deletes the installed model. A running service then stops the model's server.
func (c *modelRemoveCmd) Run() error {
	dir := localmodel.Dir(c.DataDir)
	removed, err := localmodel.Remove(dir)
	if err != nil {
		return err
	}
	if !removed {
		_, err = fmt.Printf("No model is installed in %s.\n", dir)
		return err
	}
	_, err = fmt.Printf("The model in %s is deleted.\n", dir)
	return err
}
