// Command withpostgres starts a PostgreSQL server and runs a command. All test processes of the
// command use this server, because a server for each would cost seconds.
//
//	go run ./internal/storage/dbtest/withpostgres go test ./...
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"colloquy/internal/storage/dbtest"
)

func main() {
	err := run(os.Args[1:])
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		os.Exit(max(exit.ExitCode(), 1)) // the command has printed its own error
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("withpostgres: no command is given")
	}
	variable, stop, err := dbtest.StartSharedServer()
	if err != nil {
		return err
	}
	defer stop()
	command := exec.Command(args[0], args[1:]...)
	command.Env = append(os.Environ(), variable)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	return command.Run()
}
