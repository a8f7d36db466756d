package billing

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Grant is the access of a user to a character. Rule access-who-may-chat. ExpiryAt is
// when the access of a purchase ends, or nil.
type Grant struct {
	IsFree   bool
	Locked   bool
	ExpiryAt *time.Time
}

// Passes are the purchases of a user that open something now. The zero value opens free
// characters only.
type Passes struct {
	allOpen    bool // no payment is set up
	every      time.Time
	characters map[int]time.Time
}

// PassReader reads what users have bought. It needs no other room, so every room can
// be built with it.
type PassReader struct {
	db      database
	clock   core.Clock
	allOpen bool
}

// database is a *storage.DB, or one of a test that counts queries.
type database interface{ Reader() storage.Querier }

// NewPassReader returns a PassReader. allOpen says that no payment is set up.
func NewPassReader(db database, clock core.Clock, allOpen bool) PassReader {
	return PassReader{db, clock, allOpen}
}

// Passes returns what a user has bought, in one query. An empty userID means a visitor,
// for whom there is no query.
func (r PassReader) Passes(ctx context.Context, userID string) (Passes, error) {
	if r.allOpen || userID == "" {
		return Passes{allOpen: r.allOpen}, nil
	}
	return store{}.passes(ctx, r.db.Reader(), userID, r.clock.Now())
}

// Grant is the access rule, the only one of the service (rule access-who-may-chat).
// Where no payment is set up, every character is open (rule access-open-without-payment).
func (p Passes) Grant(characterID int, isFree bool) Grant {
	if p.allOpen || isFree {
		return Grant{IsFree: true}
	}
	until := p.characters[characterID]
	if p.every.After(until) {
		until = p.every
	}
	if until.IsZero() {
		return Grant{Locked: true}
	}
	return Grant{ExpiryAt: &until}
}

func (p *Passes) add(planID, characterID int, until time.Time) {
	if planID == allAccess {
		if until.After(p.every) {
			p.every = until
		}
		return
	}
	if p.characters == nil {
		p.characters = map[int]time.Time{}
	}
	if until.After(p.characters[characterID]) {
		p.characters[characterID] = until
	}
}
