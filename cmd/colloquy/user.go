package main

import (
	"context"
	"fmt"
	"os"

	"colloquy/internal/app"
)

// userCmd has the commands about the accounts of users. They work while the server runs.
type userCmd struct {
	Show         userShowCmd     `cmd:"" help:"Print an account and its sessions."`
	SignOut      userSignOutCmd  `cmd:"" name:"sign-out" help:"Sign an account out on all devices."`
	Delete       userDeleteCmd   `cmd:"" help:"Delete an account and everything of it, within minutes."`
	TwoFactorOff twoFactorOffCmd `cmd:"" name:"two-factor-off" help:"Turn two-factor sign-in of an account off and end its sessions."`
}

type twoFactorOffCmd struct {
	operatorFlags
	Email string `arg:"" help:"Address of the account."`
}

type twoFactorOffJSON struct {
	User    userJSON `json:"user"`
	Changed bool     `json:"changed"`
}

// Run turns two-factor sign-in off, for a user who has lost the authenticator app and the
// recovery codes. Rule accounts-two-factor-lost.
func (c *twoFactorOffCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		u, wasOn, err := o.TurnOffTwoFactor(ctx, c.Email)
		if err != nil {
			return explainAccountError(c.Email, err)
		}
		if c.JSON {
			return printJSON(os.Stdout, twoFactorOffJSON{toUserJSON(u), wasOn})
		}
		text := "Two-factor sign-in of %s is off now. All devices are logged out, and a mail tells the user.\n"
		if !wasOn {
			text = "Two-factor sign-in of %s is off already. Nothing has changed.\n"
		}
		_, err = fmt.Printf(text, u.Email)
		return err
	})
}
