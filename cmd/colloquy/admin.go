package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"colloquy/internal/accounts"
	"colloquy/internal/app"
	"colloquy/internal/config"
	"colloquy/internal/storage"
)

// adminCmd has the commands that grant, revoke and list the rights of administrators. Another
// command gives a user access to characters. All commands work while the server runs. Rule
// accounts-admin.
type adminCmd struct {
	Grant       grantAdminCmd  `cmd:"" help:"Make an account administrator."`
	Revoke      revokeAdminCmd `cmd:"" help:"End the rights of an administrator."`
	List        listAdminsCmd  `cmd:"" help:"List the administrators."`
	GrantAccess grantAccessCmd `cmd:"" help:"Open a character, or all, for an account without a payment."`
}

// operatorFlags are the flags of every command that prints JSON on request.
type operatorFlags struct {
	config.Config
	JSON bool `name:"json" help:"Print JSON."`
}

type grantAdminCmd struct {
	operatorFlags
	Email string `arg:"" help:"Address of the account."`
}

// Run makes the account an administrator and prints why the account is verified (rule
// accounts-verified). For an administrator it prints that nothing has changed.
func (c *grantAdminCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		change, err := o.GrantAdmin(ctx, c.Email)
		if err != nil {
			return explainAccountError(c.Email, err)
		}
		if c.JSON {
			return printJSON(os.Stdout, toAdminChangeJSON(change))
		}
		if !change.HasChanged {
			_, err = fmt.Printf("%s is an administrator already. Nothing has changed.\n", change.User.Email)
			return err
		}
		_, err = fmt.Printf("%s is an administrator now (%s).\n", change.User.Email, verifiedReasonTexts[change.VerifiedBy])
		return err
	})
}

var verifiedReasonTexts = map[accounts.VerifiedReason]string{
	accounts.VerifiedByConfirmation:   "the address is confirmed",
	accounts.VerifiedAsEarlierAccount: "the account is from before addresses were confirmed",
	accounts.VerifiedWithoutMail:      "no mail server is set, so no address can be confirmed",
}

type revokeAdminCmd struct {
	operatorFlags
	Email string `arg:"" help:"Address of the account."`
}

// Run ends the rights of an administrator, and prints a hint if no administrator is left.
func (c *revokeAdminCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		change, err := o.RevokeAdmin(ctx, c.Email)
		if err != nil {
			return explainAccountError(c.Email, err)
		}
		if c.JSON {
			return printJSON(os.Stdout, toAdminChangeJSON(change))
		}
		text := "%s is no administrator any more.\n"
		if !change.HasChanged {
			text = "%s is no administrator. Nothing has changed.\n"
		}
		if change.AdminCount == 0 {
			text += "There is no administrator now. To make one: colloquy admin grant EMAIL\n"
		}
		_, err = fmt.Printf(text, change.User.Email)
		return err
	})
}

type listAdminsCmd struct{ operatorFlags }

// Run prints the administrators, sorted by address.
func (c *listAdminsCmd) Run(ctx context.Context) error {
	return withOperator(ctx, c.Config, func(o *app.Operator) error {
		list, err := o.Admins(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			out := make([]userJSON, len(list))
			for i, u := range list {
				out[i] = toUserJSON(u)
			}
			return printJSON(os.Stdout, out)
		}
		if len(list) == 0 {
			fmt.Println("There is no administrator. To make one: colloquy admin grant EMAIL")
			return nil
		}
		return printTable(os.Stdout, "EMAIL\tNAME\tREGISTERED", list, func(u accounts.User) string {
			return u.Email + "\t" + u.Username + "\t" + u.CreatedAt.Format(time.DateOnly)
		})
	})
}

type userJSON struct {
	ID        string    `json:"id"`
	Email     string    `json:"email"`
	Name      string    `json:"name"`
	IsAdmin   bool      `json:"is_admin"`
	CreatedAt time.Time `json:"created_at"`
}

func toUserJSON(u accounts.User) userJSON {
	return userJSON{u.ID, u.Email, u.Username, u.IsAdmin, u.CreatedAt}
}

type adminChangeJSON struct {
	User       userJSON                `json:"user"`
	Changed    bool                    `json:"changed"`
	VerifiedBy accounts.VerifiedReason `json:"verified_by,omitempty"`
	AdminCount int                     `json:"administrators"`
}

func toAdminChangeJSON(c accounts.AdminChange) adminChangeJSON {
	return adminChangeJSON{toUserJSON(c.User), c.HasChanged, c.VerifiedBy, c.AdminCount}
}

// withOperator runs fn with an Operator on the database of c. If there is no database or it is
// unavailable, the error says what to do.
func withOperator(ctx context.Context, c config.Config, fn func(o *app.Operator) error) error {
	o, err := app.OpenOperator(ctx, c)
	if err == nil {
		defer o.Close()
		err = fn(o)
	}
	switch {
	case errors.Is(err, storage.ErrNoDatabase):
		return fmt.Errorf("there is no database in %s: name the data directory of the server with --data-dir, or start the server once", c.DataDir)
	case storage.IsUnavailable(err):
		return fmt.Errorf("the database is busy or unavailable, try again: %w", err)
	}
	return err
}

// explainAccountError replaces the errors of unknown and unconfirmed addresses by errors that say
// what to do. It returns other errors unchanged.
func explainAccountError(email string, err error) error {
	switch {
	case accounts.IsUnknownAddress(err):
		return fmt.Errorf("no account has the address %q: check the spelling, or let the person register first", email)
	case errors.Is(err, accounts.ErrNotVerified):
		return fmt.Errorf("%s has not confirmed this address: let the person open the link of the confirmation mail, then run the command again", email)
	}
	return err
}

// printTable prints a heading and a row for each value, in aligned columns. The heading and the
// results of row separate columns by tabs.
func printTable[T any](w io.Writer, heading string, list []T, row func(T) string) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, heading)
	for _, v := range list {
		fmt.Fprintln(out, row(v))
	}
	return out.Flush()
}
