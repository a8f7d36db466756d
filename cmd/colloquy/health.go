package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/config"
)

// healthTimeout bounds the check. The health check in the Dockerfile has a longer timeout, so this
// command ends first and prints an error.
const healthTimeout = 5 * time.Second

type healthCmd struct{ config.Config }

// Run asks the service on this machine whether it is ready, and fails if it is not.
func (c *healthCmd) Run(ctx context.Context) error {
	answer, err := app.AskReadiness(ctx, c.Config, healthTimeout)
	if err != nil {
		return fmt.Errorf("the service does not answer: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the service is not ready: %s", answer.Status)
	}
	fmt.Println("ready")
	return nil
}
