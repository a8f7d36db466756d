package app

import (
	"context"
	"errors"
	"strconv"
	"time"

	"colloquy/internal/accounts"
	"colloquy/internal/audit"
	"colloquy/internal/catalogue"
	"colloquy/internal/core"
	"colloquy/internal/email"
	"colloquy/internal/jobs"
	"colloquy/internal/leaving"
	"colloquy/internal/notices"
	"colloquy/internal/storage"
)

// RevocationCounts counts the changes that revokeAgain makes in a restored database.
type RevocationCounts struct {
	DeletedAccountCount   int   `json:"accounts_deleted_again"`
	DroppedPasswordCount  int   `json:"passwords_dropped"`
	RevokedAdminCount     int   `json:"administrators_revoked"`
	ChangedCharacterCount int   `json:"characters_hidden_or_shown"`
	EndedSessionCount     int64 `json:"sessions_ended"`
	DroppedMailCount      int64 `json:"mails_dropped"`
}

// revokeAgain makes a restored database safe to serve. It applies the revocations of list that the
// database lacks, and ends all sessions. It drops the waiting mails of the backup, because they
// have been sent since. detail is for the audit log. Rule operations-backup-revocations.
func revokeAgain(ctx context.Context, db *storage.DB, list []audit.Entry, clock core.Clock, detail string) (out RevocationCounts, err error) {
	missingEntries, err := audit.MissingEntries(ctx, db, list)
	if err != nil {
		return out, err
	}
	log, now := audit.New(db, clock), clock.Now()
	err = db.Write(ctx, func(tx storage.Querier) (err error) {
		out = RevocationCounts{}
		for _, e := range missingEntries {
			if err := out.revoke(ctx, tx, e, now); err != nil {
				return err
			}
			if err := audit.InsertEntry(ctx, tx, e); err != nil {
				return err
			}
		}
		if out.EndedSessionCount, err = accounts.EndAllSessions(ctx, tx); err != nil {
			return err
		}
		if out.DroppedMailCount, err = jobs.DropKinds(ctx, tx, email.JobKind, accounts.ResetMailJob, notices.BroadcastJob); err != nil {
			return err
		}
		return log.Write(ctx, tx, audit.Event{Name: audit.BackupRestored, ActorID: audit.OperatorActor, SubjectID: audit.OperatorActor, Detail: detail})
	})
	return out, err
}

// revoke applies one revocation again and counts it.
func (a *RevocationCounts) revoke(ctx context.Context, tx storage.Querier, e audit.Entry, now time.Time) error {
	switch e.Name {
	case audit.AccountDeleted:
		a.DeletedAccountCount++
		_, err := accounts.DropPassword(ctx, tx, e.SubjectID, now)
		return errors.Join(err, accounts.DropIdentities(ctx, tx, e.SubjectID), leaving.MarkRestoredForDeletion(ctx, tx, e.SubjectID))
	case audit.PasswordChanged, audit.PasswordReset:
		return addIfChanged(&a.DroppedPasswordCount)(accounts.DropPassword(ctx, tx, e.SubjectID, now))
	case audit.AdminRevoked:
		return addIfChanged(&a.RevokedAdminCount)(accounts.DropAdminRights(ctx, tx, e.SubjectID, now))
	case audit.CharacterHidden, audit.CharacterShown:
		if number, err := strconv.Atoi(e.Detail); err == nil { // events of older versions do not have the character_id as detail
			return addIfChanged(&a.ChangedCharacterCount)(catalogue.SetActiveByCharacterID(ctx, tx, number, e.Name == audit.CharacterShown, now))
		}
	}
	return nil
}

// addIfChanged returns a function that adds 1 to n if something was changed, and returns
// err.
func addIfChanged(n *int) func(changed bool, err error) error {
	return func(changed bool, err error) error {
		if changed {
			*n++
		}
		return err
	}
}
