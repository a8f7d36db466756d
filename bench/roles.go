package main

import (
	"fmt"
	"net/http"
	"net/url"
	"time"

	"colloquy/bench/model"
	"colloquy/bench/proc"
)

// Roles of this program in child processes. They are separate processes, so that their processor
// time and memory can be measured. The comment after each role shows its arguments.
const (
	roleModel = "model" // model ADDR
	roleProxy = "proxy" // proxy ADDR UPSTREAM
)

// runRole serves as the role in args until the parent process ends.
func runRole(args []string) error {
	var h http.Handler
	switch {
	case len(args) == 2 && args[0] == roleModel:
		h = model.NewServer()
	case len(args) == 3 && args[0] == roleProxy:
		target, err := url.Parse(args[2])
		if err != nil {
			return err
		}
		h = newProxy(target)
	default:
		return fmt.Errorf("no such role: %v", args)
	}
	go proc.ExitWhenOrphaned()
	server := &http.Server{Addr: args[1], Handler: h, ReadHeaderTimeout: 10 * time.Second}
	return server.ListenAndServe()
}
