// Command colloquy serves the API and the web app from one binary.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/alecthomas/kong"

	"colloquy/internal/config"
)

// version is the version of this program. The linker sets it.
var version = "dev"

// cli has all sub-commands; serve is the default.
type cli struct {
	Serve     serveCmd        `cmd:"" default:"withargs" help:"Serve the product (default)."`
	Migrate   migrateCmd      `cmd:"" help:"Bring the database schema up to date."`
	Seed      seedCmd         `cmd:"" help:"Bring the catalogue up to date with this binary."`
	Admin     adminCmd        `cmd:"" help:"Administrators; works while the server runs."`
	User      userCmd         `cmd:"" help:"Accounts of users; works while the server runs."`
	Character characterCmd    `cmd:"" help:"Hide and show characters; works while the server runs."`
	Comment   commentCmd      `cmd:"" help:"Take comments down; works while the server runs."`
	Report    reportCmd       `cmd:"" help:"Reports of comments and replies; works while the server runs."`
	Mail      mailCmd         `cmd:"" help:"Mails that wait or could not be sent; works while the server runs."`
	Orders    ordersCmd       `cmd:"" help:"Print the orders; works while the server runs."`
	Refund    refundCmd       `cmd:"" help:"Pay an order back; works while the server runs."`
	Notify    notifyCmd       `cmd:"" help:"Tell all users who want promotions, at most once a month; works while the server runs."`
	Audit     auditCmd        `cmd:"" help:"Print the audit log; works while the server runs."`
	Backup    backupCmd       `cmd:"" help:"Back up the database and the pictures of users; works while the server runs."`
	Restore   restoreCmd      `cmd:"" help:"Put the data of a backup in place; the server must be stopped."`
	Rollback  rollbackCmd     `cmd:"" help:"Undo the last migration with the copy from before it; the server must be stopped."`
	MoveDB    moveDatabaseCmd `cmd:"" name:"move-database" help:"Copy the SQLite database into an empty PostgreSQL database; the server must be stopped."`
	MoveMedia moveMediaCmd    `cmd:"" name:"move-media" help:"Copy the pictures and recordings of the data directory into the bucket of COLLOQUY_MEDIA_URL; works while the server runs."`
	OpenAPI   openapiCmd      `cmd:"" name:"openapi" help:"Print the OpenAPI document of the API."`
	Model     modelCmd        `cmd:"" help:"Install and remove a model of our own; works while the server runs."`
	Health    healthCmd       `cmd:"" help:"Ask the service on this machine whether it is ready; for container health checks."`
	Doctor    doctorCmd       `cmd:"" help:"Examine this installation and say what to do; works while the server runs."`
	Config    configCmd       `cmd:"" help:"Print the settings in force and where each is from."`
	Version   versionCmd      `cmd:"" help:"Print the version."`

	file config.File // the configuration file, or the zero value
}

func main() {
	syscall.Umask(ownerOnlyUmask)
	ctx, stop := withSignals(context.Background(), os.Exit)
	defer stop()
	if err := parseCommand(ctx)(); err != nil {
		fmt.Fprintln(os.Stderr, "colloquy:", err)
		os.Exit(1)
	}
}

// parseCommand reads the command line and returns a function that runs the command. The function
// for serve holds no reference to the parser. So the garbage collector can free the parser, which
// uses 2 MiB.
func parseCommand(ctx context.Context) (command func() error) {
	commandLine := &cli{}
	parser := kong.Must(commandLine, kong.Name("colloquy"), kong.Description("Talk with characters."),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(config.File{}))
	k, err := parser.Parse(os.Args[1:])
	if err != nil {
		exitWithParseError(parser, err)
	}
	if _, serves := k.Selected().Target.Addr().Interface().(*serveCmd); serves {
		serve, file := commandLine.Serve, commandLine.file
		return func() error { return serve.Run(ctx, file) }
	}
	return func() error { return k.Run() }
}

// usageExitCode is kong's exit code for arguments and flags that cannot be read.
const usageExitCode = 80

// exitWithParseError prints why a command cannot run and ends the program. Before an error of
// arguments or flags it prints the usage of the command. An error of a setting is printed alone, and
// the exit code is 1, as for other errors of a command. Rule operations-config.
func exitWithParseError(parser *kong.Kong, err error) {
	if setting, is := errors.AsType[*config.InvalidError](err); is {
		fmt.Fprintln(os.Stderr, "colloquy:", setting)
		os.Exit(1)
	}
	if e, is := errors.AsType[*kong.ParseError](err); is && e.ExitCode() == usageExitCode {
		_ = kong.DefaultShortHelpPrinter(kong.HelpOptions{}, e.Context)
		fmt.Println()
	}
	parser.FatalIfErrorf(err)
}
