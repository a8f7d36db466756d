// Package people makes users of a server and opens their conversations. It writes the users into
// the database, which is faster than registering them over HTTP.
package people

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

// Person is a signed-in user of the server.
type Person struct {
	ID           string
	Token        string
	Conversation string // id of the user's conversation
}

const (
	// CheapHashKiB is the memory of argon2id in KiB. It is small, so that many users can be
	// registered quickly.
	CheapHashKiB = 8
	// Password is the password of all users.
	Password = "stamp-album-7"
)

// noLimits and idleJobs implement dependencies of package accounts. noLimits allows everything,
// and idleJobs runs no job.
type (
	noLimits struct{}
	idleJobs struct{}
)

func (noLimits) Check(context.Context, ...limits.Limit) error { return nil }
func (noLimits) Take(context.Context, ...limits.Limit) (t limits.TakenEvent, err error) {
	return t, nil
}
func (noLimits) TakeInTx(context.Context, storage.Querier, ...limits.Limit) (t limits.TakenEvent, err error) {
	return t, nil
}
func (noLimits) GiveBack(context.Context, limits.TakenEvent) error                      { return nil }
func (noLimits) GiveBackInTx(context.Context, storage.Querier, limits.TakenEvent) error { return nil }

func (idleJobs) Every(string, time.Duration, func(context.Context) error)                 {}
func (idleJobs) HandleWith(string, jobs.RetryPolicy, func(context.Context, []byte) error) {}
func (idleJobs) Enqueue(context.Context, storage.Querier, jobs.Job) error                 { return nil }
func (idleJobs) Wake()                                                                    {}

// Register migrates a database, registers and signs in n users, and returns them. No other
// process may use the database.
func Register(ctx context.Context, o storage.Options, n int) ([]Person, error) {
	db, err := storage.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if _, err := db.Migrate(ctx); err != nil {
		return nil, err
	}
	service, err := accounts.New(ctx, accounts.Deps{DB: db, Limits: noLimits{}, Jobs: idleJobs{}, Clock: core.SystemClock{}, HashMemoryKiB: CheapHashKiB, Mail: noMail{}})
	if err != nil {
		return nil, err
	}
	runID := core.NewID(time.Now())
	people := make([]Person, n)
	for i := range people {
		if people[i], err = registerAndLogin(ctx, service, fmt.Sprintf("p%d-%s@post.example", i, runID)); err != nil {
			return nil, err
		}
	}
	return people, nil
}

// noMail drops all mail.
type noMail struct{}

func (noMail) Enqueue(context.Context, storage.Querier, string, email.Message) error { return nil }
func (noMail) Wake()                                                                 {}

func registerAndLogin(ctx context.Context, room *accounts.Service, email string) (Person, error) {
	if _, err := room.Register(ctx, core.Network{}, accounts.Registration{Name: "Load", Email: email, Password: Password}); err != nil {
		return Person{}, err
	}
	session, err := room.Login(ctx, accounts.Caller{}, email, Password)
	return Person{ID: session.User.ID, Token: session.Bearer}, err
}
