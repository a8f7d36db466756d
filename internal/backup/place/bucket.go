package place

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"

	"colloquy/internal/backup"
	"colloquy/internal/media/s3"
)

const (
	// answerTimeout is how long the client waits for the beginning of an answer. It is long
	// because a server joins the parts of a large object before it answers.
	answerTimeout = 2 * time.Minute
	// stallTimeout ends an upload that has sent nothing for this time. The last call of an upload
	// sends no content. So stallTimeout must be longer than that call with all its retries.
	stallTimeout = 10 * time.Minute
	// callTimeout limits a call that uploads nothing.
	callTimeout = time.Minute
	// maxSingleUploadBytes is the largest size in bytes of a file that the client sends in one call. The
	// client sends larger files in parts of this size. An upload has at most 10,000 parts, so files
	// over 160 GB have larger parts. Rule operations-backup-bucket.
	maxSingleUploadBytes = 16 << 20
	// unsentFile is the name of the local file of a backup that is being made and sent.
	unsentFile = ".unsent"
	// Error codes with which a server can answer a request for the list of unfinished uploads.
	notImplemented = "NotImplemented" // the server cannot list unfinished uploads
	noSuchUpload   = "NoSuchUpload"   // the server has no unfinished uploads
)

// Bucket is a Place in a bucket of an S3-compatible server. Store first makes the file in the local
// folder dir. So it can send the file again, and need not hold it in memory. Rule
// operations-backup-bucket.
type Bucket struct {
	s3.Bucket
	dir          string
	stallTimeout time.Duration
}

// NewBucket returns the Bucket at an address. s3.OpenBucket defines the form of the address. dir is
// the folder for local files; only the process with the lock of backups may use it. NewBucket makes
// no call to the server.
func NewBucket(address, dir string) (*Bucket, error) {
	b, err := s3.OpenBucket(address, answerTimeout)
	if err != nil {
		return nil, err
	}
	return &Bucket{b, dir, stallTimeout}, nil
}

// Store implements Place. It makes a local file and sends it. The server shows the object only
// after it has received all bytes. Store lists the bucket first, to find an unusable bucket before
// the backup is made.
func (b *Bucket) Store(ctx context.Context, name string, write func(path string) error) error {
	names, err := b.Names(ctx)
	if err != nil {
		return fmt.Errorf("the bucket of backups cannot be used: %w; %s", err, b.AdviceIfUnusable())
	}
	if slices.Contains(names, name) {
		return fmt.Errorf("%w: %s", backup.ErrExists, b.Path(name))
	}
	path := filepath.Join(b.dir, unsentFile)
	if err := b.deleteLeftovers(path); err != nil {
		return err
	}
	if err := write(path); err != nil {
		return err
	}
	defer func() { _ = os.Remove(path) }() // the next backup removes the file if this fails
	if err := b.uploadFile(ctx, path, name); err != nil {
		return fmt.Errorf("the backup cannot be sent to the bucket: %w", err)
	}
	return nil
}

// deleteLeftovers deletes the files that killed processes have left in the local folder. path
// is the path of unsentFile.
func (b *Bucket) deleteLeftovers(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return backup.DeleteUnfinishedBackups(b.dir, time.Now())
}

// uploadFile uploads a file, in parts if it is large, with checksums that the server
// compares. After an error the client asks the server to delete the parts.
func (b *Bucket) uploadFile(ctx context.Context, path, name string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	content, size, err := resendableContent(f)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stallTimer := time.AfterFunc(b.stallTimeout, func() { cancel(fmt.Errorf("nothing was sent for %s", b.stallTimeout)) })
	defer stallTimer.Stop()
	_, err = b.Client.PutObject(ctx, b.Name, b.Prefix+name, content, size, minio.PutObjectOptions{
		ContentType: "application/octet-stream", SendContentMd5: b.UsesMD5, Progress: uploadProgress{stallTimer, b.stallTimeout},
	})
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// resendableContent returns the content of a file and its size. The client repeats a call after a
// lost connection, and can rewind only content in memory. So content for one call is a
// bytes.Reader. Larger content is a plain reader, of which the client holds one part at a time.
func resendableContent(f *os.File) (content io.Reader, size int64, err error) {
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	if info.Size() > maxSingleUploadBytes {
		return struct{ io.Reader }{f}, info.Size(), nil
	}
	data, err := io.ReadAll(f)
	return bytes.NewReader(data), int64(len(data)), err
}

// uploadProgress restarts stallTimer whenever the client has sent a piece of an upload.
type uploadProgress struct {
	stallTimer *time.Timer
	timeout    time.Duration
}

// Read restarts stallTimer. The client calls Read with each piece that the client has sent.
func (p uploadProgress) Read(sent []byte) (int, error) {
	p.stallTimer.Reset(p.timeout)
	return len(sent), nil
}

// Names implements Place. It lists the backups in the bucket.
func (b *Bucket) Names(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var names []string
	for o := range b.Client.ListObjectsIter(ctx, b.Name, minio.ListObjectsOptions{Prefix: b.Prefix}) {
		if o.Err != nil {
			return nil, o.Err
		}
		names = append(names, strings.TrimPrefix(o.Key, b.Prefix))
	}
	if err := ctx.Err(); err != nil { // after a timeout the client ends the list without an error
		return nil, err
	}
	return newestFirst(names), nil
}

// Delete implements Place. It removes an object.
func (b *Bucket) Delete(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return b.Client.RemoveObject(ctx, b.Name, b.Prefix+name, minio.RemoveObjectOptions{})
}

// DeleteUnfinishedBackups implements Place. It makes the server delete the parts of backups whose upload
// was not completed. It does nothing at a server that cannot list unfinished uploads.
func (b *Bucket) DeleteUnfinishedBackups(ctx context.Context, before time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var errs []error
	for u := range b.Client.ListIncompleteUploads(ctx, b.Name, b.Prefix, false) {
		if code := minio.ToErrorResponse(u.Err).Code; code == notImplemented || code == noSuchUpload {
			break
		}
		if u.Err != nil {
			errs = append(errs, u.Err)
			break
		}
		if _, is := backup.TimeInName(strings.TrimPrefix(u.Key, b.Prefix)); is && u.Initiated.Before(before) {
			errs = append(errs, (&minio.Core{Client: b.Client}).AbortMultipartUpload(ctx, b.Name, u.Key, u.UploadID))
		}
	}
	return errors.Join(errs...)
}

// Path implements Place. It returns the address of an object, without the access key.
func (b *Bucket) Path(name string) string {
	return "s3://" + b.Host + "/" + b.Name + "/" + b.Prefix + name
}

// Kind implements Place.
func (*Bucket) Kind() string { return "bucket" }

// AdviceIfUnusable implements Place. It tells the operator to check the setting of the bucket.
func (*Bucket) AdviceIfUnusable() string {
	return "check COLLOQUY_BACKUP_URL: address, bucket, key, rights and region"
}
