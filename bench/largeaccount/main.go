// Command largeaccount inserts the rows of a user's longest lists (package account). With -talk it
// inserts the messages of one talk instead. It works on the data directory of a stopped server.
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
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

func main() {
	dir := flag.String("data", "", "data directory of a stopped server")
	email := flag.String("email", "", "address of the user")
	talkLength := flag.Int("talk", 0, "fill a talk with Ada Lovelace of so many messages instead of the lists")
	lastMessageAge := flag.Duration("rest", 0, "age of the talk's last message")
	flag.Parse()
	fillRows := fillAccountLists
	if *talkLength > 0 {
		fillRows = func(ctx context.Context, tx storage.Querier, userID string, _ []core.Persona) error {
			return account.FillTalk(ctx, tx, userID, adaLovelaceID, *talkLength, *lastMessageAge)
		}
	}
	if err := fillAccount(context.Background(), *dir, *email, fillRows); err != nil {
		fmt.Fprintln(os.Stderr, "largeaccount:", err)
		os.Exit(1)
	}
}

// adaLovelaceID is the character_id of Ada Lovelace, the character of the talk.
const adaLovelaceID = 20

// fillAccount adds generated characters to the database in dir. Then it calls fillRows with the
// user whose address is email.
func fillAccount(ctx context.Context, dir, email string, fillRows func(context.Context, storage.Querier, string, []core.Persona) error) error {
	personas := search.GeneratePersonas(account.CharacterCount)
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
		return fillRows(ctx, tx, userID, personas)
	})
	if closeErr := a.Close(); err == nil {
		err = closeErr
	}
	return err
}

func fillAccountLists(ctx context.Context, tx storage.Querier, userID string, personas []core.Persona) error {
	for _, list := range []account.MeasuredList{account.ChatList, account.FavoriteList, account.NoticeList, account.OrderList, account.ReplyList} {
		if err := list.Fill(ctx, tx, userID, personas); err != nil {
			return fmt.Errorf("%s: %w", list.Name, err)
		}
	}
	return nil
}
