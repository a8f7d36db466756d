package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"colloquy/internal/accounts"
	"colloquy/internal/app"
)

// userFlags are the arguments of the commands about one account.
type userFlags struct {
	operatorFlags
	Email string `arg:"" help:"Address of the account."`
}

type userShowCmd struct{ userFlags }

type accountJSON struct {
	User             userJSON      `json:"user"`
	CreatedAt        time.Time     `json:"created_at"`
	IsAdmin          bool          `json:"is_admin"`
	IsEmailConfirmed bool          `json:"email_confirmed"`
	HasTwoFactor     bool          `json:"two_factor"`
	Sessions         []sessionJSON `json:"sessions"`
}

type sessionJSON struct {
	Browser         string    `json:"browser"`
	OperatingSystem string    `json:"system"`
	CreatedAt       time.Time `json:"created_at"`
	LastUsedAt      time.Time `json:"last_used_at"`
}

// Run prints the account and its sessions.
func (c *userShowCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		u, sessions, err := o.AccountWithSessions(ctx, c.Email)
		if err != nil {
			return explainAccountError(c.Email, err)
		}
		out := accountJSON{toUserJSON(u), u.CreatedAt, u.IsAdmin, u.IsEmailVerified, u.HasTwoFactor, make([]sessionJSON, len(sessions))}
		for i, s := range sessions {
			out.Sessions[i] = sessionJSON{s.Browser, s.OperatingSystem, s.CreatedAt, s.LastSeenAt}
		}
		if c.JSON {
			return printJSON(os.Stdout, out)
		}
		return printAccount(u, sessions)
	})
}

func printAccount(u accounts.User, sessions []accounts.Session) error {
	facts := []string{"registered " + u.CreatedAt.Format(time.DateTime) + " UTC"}
	for _, fact := range []struct {
		text string
		is   bool
	}{{"administrator", u.IsAdmin}, {"two-factor sign-in", u.HasTwoFactor}, {"address not confirmed", !u.IsEmailVerified}} {
		if fact.is {
			facts = append(facts, fact.text)
		}
	}
	if _, err := fmt.Printf("%s (%s): %s\n", u.Email, u.ID, strings.Join(facts, ", ")); err != nil || len(sessions) == 0 {
		return err
	}
	return printTable(os.Stdout, "SIGNED IN (UTC)\tLAST USED\tBROWSER\tSYSTEM", sessions, func(s accounts.Session) string {
		return strings.Join([]string{s.CreatedAt.Format(time.DateTime), s.LastSeenAt.Format(time.DateTime), s.Browser, s.OperatingSystem}, "\t")
	})
}

type userSignOutCmd struct{ userFlags }

// Run ends all sessions of the account.
func (c *userSignOutCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		u, err := o.SignOut(ctx, c.Email)
		if err != nil {
			return explainAccountError(c.Email, err)
		}
		if c.JSON {
			return printJSON(os.Stdout, toUserJSON(u))
		}
		_, err = fmt.Printf("%s is signed out on all devices.\n", u.Email)
		return err
	})
}

type userDeleteCmd struct {
	userFlags
	Yes bool `help:"Really delete it. Without this nothing happens."`
}

// errDeletionNotConfirmed is the error of the command user delete without the flag --yes. Rule
// operations-accounts.
var errDeletionNotConfirmed = errors.New("everything of the account would be gone for good: add --yes if you mean it")

// Run ends the sessions of the account and orders its deletion, which a running server carries
// out.
func (c *userDeleteCmd) Run(ctx context.Context) error {
	if !c.Yes {
		return errDeletionNotConfirmed
	}
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		u, err := o.DeleteUser(ctx, c.Email)
		if err != nil {
			return explainAccountError(c.Email, err)
		}
		if c.JSON {
			return printJSON(os.Stdout, toUserJSON(u))
		}
		_, err = fmt.Printf("%s is signed out now; a running server deletes the account within seven minutes, without a mail.\n", u.Email)
		return err
	})
}
