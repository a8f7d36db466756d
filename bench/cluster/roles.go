package main

import (
	"fmt"
	"net/http"
	"time"

	"colloquy/bench/model"
	"colloquy/bench/proc"
	"colloquy/internal/media/s3/s3test"
)

// Roles of this program in child processes. The comment after each role shows its arguments.
const (
	roleModel  = "model"  // model ADDR
	roleBucket = "bucket" // bucket ADDR NAME
)

// runRole serves as the role in args until the parent process ends.
func runRole(args []string) error {
	var h http.Handler
	switch {
	case len(args) == 2 && args[0] == roleModel:
		h = model.NewServer()
	case len(args) == 3 && args[0] == roleBucket:
		var err error
		if h, err = s3test.NewHandler(args[2]); err != nil {
			return err
		}
	default:
		return fmt.Errorf("no such role: %v", args)
	}
	go proc.ExitWhenOrphaned()
	server := &http.Server{Addr: args[1], Handler: h, ReadHeaderTimeout: 10 * time.Second}
	return server.ListenAndServe()
}
