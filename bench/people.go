package main

import (
	"context"
	"fmt"
	"time"

	"colloquy/internal/accounts"
	"colloquy/internal/core"
	"colloquy/internal/email"
	"colloquy/internal/jobs"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// person is a user of the server with their own conversation.
type person struct {
	token        string
	conversation string
}

const (
	// peopleWanted is enough for a different user per stream of the largest load.
	peopleWanted = 1200
	// cheapHash is argon2id's memory in KiB. Nobody signs in with these passwords.
	cheapHash = 8
	password  = "stamp-album-7"
)

// unlimited and idle stand in for dependencies of the accounts room that a fresh
// database does not need.
type (
	unlimited struct{}
	idle      struct{}
)

func (unlimited) Check(context.Context, ...limits.Limit) error                       { return nil }
func (unlimited) Take(context.Context, ...limits.Limit) (t limits.Ticket, err error) { return t, nil }
func (unlimited) TakeIn(context.Context, storage.Querier, ...limits.Limit) (t limits.Ticket, err error) {
	return t, nil
}
func (unlimited) Give(context.Context, limits.Ticket) error                    { return nil }
func (unlimited) GiveIn(context.Context, storage.Querier, limits.Ticket) error { return nil }

func (idle) Every(string, time.Duration, func(context.Context) error)                 {}
func (idle) HandleWith(string, jobs.RetryPolicy, func(context.Context, []byte) error) {}
func (idle) Enqueue(context.Context, storage.Querier, jobs.Job) error                 { return nil }
func (idle) Kick()                                                                    {}

// register migrates a database, fills it with n signed-in users and returns them. No
// other process may use the database.
func register(ctx context.Context, o storage.Options, n int) ([]person, error) {
	db, err := storage.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if _, err := db.Migrate(ctx); err != nil {
		return nil, err
	}
	room, err := accounts.New(ctx, accounts.Deps{DB: db, Limits: unlimited{}, Jobs: idle{}, Clock: core.SystemClock{}, HashMemory: cheapHash, Mail: noMail{}})
	if err != nil {
		return nil, err
	}
	run := core.NewID(time.Now())
	people := make([]person, n)
	for i := range people {
		if people[i].token, err = signIn(ctx, room, fmt.Sprintf("p%d-%s@post.example", i, run)); err != nil {
			return nil, err
		}
	}
	return people, nil
}

// noMail drops all mail.
type noMail struct{}

func (noMail) Enqueue(context.Context, storage.Querier, string, email.Message) error { return nil }
func (noMail) Kick()                                                                 {}

func signIn(ctx context.Context, room *accounts.Service, email string) (token string, err error) {
	if _, err := room.Register(ctx, core.Network{}, accounts.Registration{Name: "Load", Email: email, Password: password}); err != nil {
		return "", err
	}
	in, err := room.Login(ctx, accounts.Caller{}, email, password)
	return in.Bearer, err
}
