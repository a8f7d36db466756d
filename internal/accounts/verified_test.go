package accounts

import (
	"fmt"
	"testing"
)

// Actor.Verified is false only for a new account with an unconfirmed address, on a server that
// sends mail. Only verified actors may comment. Rule accounts-verified.
func TestOnlyUnconfirmedActorsAreUnverified(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		for i, c := range []struct {
			name                           string
			confirmed, must, hasMailServer bool
			want                           bool
		}{
			{"a new account", false, true, true, false},
			{"a confirmed account", true, true, true, true},
			{"an account from before confirmation existed", false, false, true, true},
			{"a new account without a mail server", false, true, false, true},
		} {
			b.deps.HasMailServer = c.hasMailServer
			address := fmt.Sprintf("ada-%d@post.example", i)
			u := b.register(address)
			if !u.MustVerifyEmail || u.IsEmailVerified {
				t.Errorf("%s: registered as %+v", c.name, u)
			}
			b.execSQL(`UPDATE users SET must_verify = $1, email_verified_at = CASE WHEN $2 THEN 1 END WHERE id = $3`, c.must, c.confirmed, u.ID)
			in := b.login(address)
			actor, err := b.Authenticate(t.Context(), in.Bearer, "")
			if err != nil || actor.IsVerified != c.want {
				t.Errorf("%s: %+v, %v", c.name, actor, err)
			}
			if actor.SessionID == "" || !actor.SignedInAt.Equal(b.clock.Now()) {
				t.Errorf("%s: the session is %q since %v", c.name, actor.SessionID, actor.SignedInAt)
			}
		}
	})
}
