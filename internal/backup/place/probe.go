package place

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/minio/minio-go/v7"
)

const (
	// probePrefix begins the names of the files of Probe. No name of a backup begins with
	// it.
	probePrefix = ".probe-"
	// accessDenied is the error code of a call that the key has no right to.
	accessDenied = "AccessDenied"
)

var errProbeChanged = errors.New("a small file is read back with other bytes")

// newProbe returns a name and a text that no other probe has.
func newProbe() (name string, text []byte) {
	randomText := rand.Text()
	return probePrefix + randomText, []byte(randomText)
}

// Probe implements Place. It writes, reads and deletes a small file.
func (f Folder) Probe(context.Context) error {
	name, text := newProbe()
	path := f.Path(name)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err == nil {
		var found []byte
		if found, err = os.ReadFile(path); err == nil && !bytes.Equal(found, text) {
			err = errProbeChanged
		}
	}
	return errors.Join(err, os.Remove(path))
}

// Probe implements Place. It writes, reads and deletes a small object. A key without the right to
// read is no error, because such a key can still store backups. Rule operations-doctor.
func (b *Bucket) Probe(ctx context.Context) error {
	name, text := newProbe()
	_, err := b.Client.PutObject(ctx, b.Name, b.Prefix+name, bytes.NewReader(text), int64(len(text)), minio.PutObjectOptions{SendContentMd5: b.UsesMD5})
	if err != nil {
		return fmt.Errorf("no object can be written: %w", err)
	}
	err = b.compareObject(ctx, name, text)
	if removeErr := b.Delete(ctx, name); removeErr != nil {
		err = errors.Join(err, fmt.Errorf("the object %s cannot be deleted: %w", name, removeErr))
	}
	return err
}

// compareObject reads an object and compares its bytes with the argument want. If the access key
// has no right to read, compareObject compares nothing and returns nil.
func (b *Bucket) compareObject(ctx context.Context, name string, want []byte) error {
	object, err := b.Client.GetObject(ctx, b.Name, b.Prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return err
	}
	defer func() { _ = object.Close() }()
	content, err := io.ReadAll(object)
	switch {
	case minio.ToErrorResponse(err).Code == accessDenied:
		return nil
	case err != nil:
		return fmt.Errorf("the object %s cannot be read: %w", name, err)
	case !bytes.Equal(content, want):
		return errProbeChanged
	}
	return nil
}
