package main

import (
	"context"
	"fmt"
	"os"

	"colloquy/internal/app"
	"colloquy/internal/config"
	"colloquy/web"
)

type migrateCmd struct{ config.Config }

// Run migrates the database and prints the number of steps.
func (c *migrateCmd) Run(ctx context.Context) error {
	steps, warnings, err := app.Migrate(ctx, c.Config, version)
	for _, warning := range warnings {
		fmt.Fprintln(os.Stderr, "colloquy:", warning)
	}
	if err == nil {
		fmt.Printf("The schema is up to date (%d steps taken).\n", steps)
	}
	return err
}

type seedCmd struct{ config.Config }

// Run loads the seed into the database and prints how many characters it changed.
func (c *seedCmd) Run(ctx context.Context) error {
	changes, err := app.Seed(ctx, c.Config)
	if err == nil {
		fmt.Printf("Characters: %d added, %d updated, %d kept as they are.\n", changes.AddedCount, changes.UpdatedCount, changes.KeptCount)
	}
	return err
}

type openapiCmd struct{}

// Run prints the OpenAPI document. It starts an application on an empty data directory for
// that.
func (openapiCmd) Run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "colloquy-openapi-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	a, err := app.New(ctx, app.Options{Config: config.Config{DataDir: dir}, Version: "1", Dist: web.Dist()})
	if err != nil {
		return err
	}
	defer a.Close()
	return a.WriteOpenAPI(os.Stdout)
}

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run() error {
	fmt.Println(version)
	return nil
}
