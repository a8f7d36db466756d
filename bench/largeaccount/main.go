// Command largeaccount fills the lists of a user with as many rows as the product
// promises to be quick with. It works on the data directory of a stopped server.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"testing/fstest"

	"colloquy/bench/account"
	"colloquy/bench/search"
	"colloquy/internal/app"
	"colloquy/internal/config"
	"colloquy/internal/storage"
)

func main() {
	dir := flag.String("data", "", "data directory of a stopped server")
	email := flag.String("email", "", "address of the user")
	flag.Parse()
	if err := fill(context.Background(), *dir, *email); err != nil {
		fmt.Fprintln(os.Stderr, "largeaccount:", err)
		os.Exit(1)
	}
}

// fill adds characters to the data directory, and the rows of the user.
func fill(ctx context.Context, dir, email string) error {
	personas := search.Personas(account.Characters)
	a, err := app.New(ctx, app.Options{
		Config: config.Config{DataDir: dir}, Personas: personas, Log: slog.New(slog.DiscardHandler),
		Dist: fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>Colloquy</title>")}},
	})
	if err != nil {
		return err
	}
	err = a.DB().Write(ctx, func(tx storage.Querier) error {
		var userID string
		if err := tx.QueryRowContext(ctx, `SELECT id FROM users WHERE email = $1`, email).Scan(&userID); err != nil {
			return err
		}
		for _, list := range []account.List{account.Chats, account.Favorites, account.Notices, account.Orders, account.Replies} {
			if err := list.Fill(ctx, tx, userID, personas); err != nil {
				return fmt.Errorf("%s: %w", list.Name, err)
			}
		}
		return nil
	})
	if closing := a.Close(); err == nil {
		err = closing
	}
	return err
}
