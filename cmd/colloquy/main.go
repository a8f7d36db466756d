// Command colloquy serves the API and the web app from one binary.
package main

import (
	"context"
	"fmt"
	"os"
	"syscall"

	"github.com/alecthomas/kong"
)

// version is set by the linker.
var version = "dev"

// cli has all sub-commands; serve is the default.
type cli struct {
	Serve   serveCmd   `cmd:"" default:"withargs" help:"Serve the product (default)."`
	Migrate migrateCmd `cmd:"" help:"Bring the database schema up to date."`
	Seed    seedCmd    `cmd:"" help:"Bring the catalogue up to date with this binary."`
	Admin   adminCmd   `cmd:"" help:"Administrators; works while the server runs."`
	User    userCmd    `cmd:"" help:"Accounts of users; works while the server runs."`
	Orders  ordersCmd  `cmd:"" help:"Print the orders; works while the server runs."`
	Refund  refundCmd  `cmd:"" help:"Pay an order back; works while the server runs."`
	Notify  notifyCmd  `cmd:"" help:"Tell all users who want promotions, at most once a month; works while the server runs."`
	Audit   auditCmd   `cmd:"" help:"Print the audit log; works while the server runs."`
	OpenAPI openapiCmd `cmd:"" name:"openapi" help:"Print the OpenAPI document of the API."`
	Version versionCmd `cmd:"" help:"Print the version."`
}

func main() {
	syscall.Umask(privateUmask)
	ctx, stop := untilSignal(context.Background(), os.Exit)
	defer stop()
	k := kong.Parse(&cli{}, kong.Name("colloquy"), kong.Description("Talk with characters."), kong.UsageOnError(),
		kong.BindTo(ctx, (*context.Context)(nil)))
	if err := k.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "colloquy:", err)
		os.Exit(1)
	}
}
