package email

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	netmail "net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"colloquy/internal/storage"
)

// ForgetAddress deletes the waiting mail to an address, in the caller's transaction.
// Mail that is being sent now still arrives. Rules accounts-delete-mail, accounts-delete-within.
func (m *Mailer) ForgetAddress(ctx context.Context, tx storage.Querier, address string) error {
	to, err := json.Marshal(address)
	if err != nil {
		return err
	}
	return m.queue.DropContaining(ctx, tx, JobKind, `"mail":{"to":`+string(to)+`,`)
}

// DeleteOutboxMail deletes the outbox files of mails with one of the addresses as recipient or
// Reply-To. It keeps mails whose id is beforeID or later; beforeID comes from core.NewID. Without
// an outbox DeleteOutboxMail does nothing.
func (m *Mailer) DeleteOutboxMail(addresses []string, beforeID string) error {
	if o, is := m.sender.(*Outbox); is {
		return o.deleteMailOf(addresses, beforeID)
	}
	return nil
}

func (o *Outbox) deleteMailOf(addresses []string, beforeID string) error {
	files, err := os.ReadDir(o.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("email: outbox: %w", err)
	}
	var joinedErr error
	for _, f := range files {
		path := filepath.Join(o.dir, f.Name())
		if filepath.Ext(path) != ".eml" || f.Name() >= beforeID+".eml" {
			continue
		}
		found, err := containsAnyAddress(path, addresses)
		if err == nil && found {
			err = os.Remove(path)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			joinedErr = errors.Join(joinedErr, fmt.Errorf("email: outbox: %w", err))
		}
	}
	return joinedErr
}

// containsAnyAddress reports whether a mail file has one of the addresses as recipient or Reply-To.
// If the file is not a mail, the result is false.
func containsAnyAddress(path string, addresses []string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	mail, err := netmail.ReadMessage(bufio.NewReader(f))
	if err != nil {
		return false, nil // the file is not a mail
	}
	for _, header := range []string{"To", "Reply-To"} {
		list, err := mail.Header.AddressList(header)
		if err != nil {
			continue
		}
		for _, a := range list {
			if slices.ContainsFunc(addresses, func(b string) bool { return strings.EqualFold(a.Address, b) }) {
				return true, nil
			}
		}
	}
	return false, nil
}
