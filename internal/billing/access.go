package billing

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Grant is a user's access to a character (rule access-who-may-chat). IsFree is true for a free
// character. If no payment is set up, it is true for every character. ExpiryAt is when the access
// of a purchase ends; nil: no purchase.
type Grant struct {
	IsFree   bool
	IsLocked bool
	ExpiryAt *time.Time
}

// Passes are the purchases of a user that give access now. The zero value gives access to free
// characters only.
type Passes struct {
	isEveryCharacterOpen bool              // no payment is set up
	everyCharacterUntil  time.Time         // end of the access to every character; zero for none
	accessEndByCharacter map[int]time.Time // by character_id: the end of the access
}

// PassReader reads what users have bought. Every package can use one, because it needs only the
// database and a clock. It caches nothing, so a change of the access takes effect with the next
// call. Rule access-at-once.
type PassReader struct {
	db                   database
	clock                core.Clock
	isEveryCharacterOpen bool
}

// database gives read access. It is a *storage.DB, or in tests a wrapper that counts queries.
type database interface{ Reader() storage.Querier }

// NewPassReader returns a PassReader. isEveryCharacterOpen means that no payment is set up, so every
// character is open.
func NewPassReader(db database, clock core.Clock, isEveryCharacterOpen bool) PassReader {
	return PassReader{db, clock, isEveryCharacterOpen}
}

// ReadPasses returns the running purchases of a user, with one query. It makes no query if userID
// is empty (a visitor) or every character is open. Rule access-one-query.
func (r PassReader) ReadPasses(ctx context.Context, userID string) (Passes, error) {
	if r.isEveryCharacterOpen || userID == "" {
		return Passes{isEveryCharacterOpen: r.isEveryCharacterOpen}, nil
	}
	return store{}.passes(ctx, r.db.Reader(), userID, r.clock.Now())
}

// GrantFor returns the user's access to a character. No other code of the service decides about
// access (rule access-who-may-chat). If no payment is set up, every character is open (rule
// access-open-without-payment).
func (p Passes) GrantFor(characterID int, isFree bool) Grant {
	if p.isEveryCharacterOpen || isFree {
		return Grant{IsFree: true}
	}
	until := p.accessEndByCharacter[characterID]
	if p.everyCharacterUntil.After(until) {
		until = p.everyCharacterUntil
	}
	if until.IsZero() {
		return Grant{IsLocked: true}
	}
	return Grant{ExpiryAt: &until}
}

// IsPaying reports whether the user has a running purchase.
func (p Passes) IsPaying() bool {
	return !p.everyCharacterUntil.IsZero() || len(p.accessEndByCharacter) > 0
}

func (p *Passes) addPurchase(planID, characterID int, until time.Time) {
	if planID == allAccessPlanID {
		if until.After(p.everyCharacterUntil) {
			p.everyCharacterUntil = until
		}
		return
	}
	if p.accessEndByCharacter == nil {
		p.accessEndByCharacter = map[int]time.Time{}
	}
	if until.After(p.accessEndByCharacter[characterID]) {
		p.accessEndByCharacter[characterID] = until
	}
}
