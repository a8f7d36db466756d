// Package s3 stores media in a bucket of an S3-compatible server.
package s3

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"colloquy/internal/media/blob"
)

const (
	// maxTries is how often a call is made; the client's own default, ten, takes longer
	// than a call of the API may.
	maxTries = 3
	// headerTimeout bounds the wait for the beginning of an answer.
	headerTimeout = 10 * time.Second
	noSuchKey     = "NoSuchKey"
)

// Store is a blob.Store in a bucket.
type Store struct {
	client *minio.Client
	bucket string
	prefix string // of all names: empty, or with a slash at its end
	md5    bool
	host   string
}

// ErrURL reports an address that New does not understand.
var ErrURL = errors.New("s3: no address of a bucket; give s3://key:secret@host/bucket?region=us-east-1, with signs such as / in the secret as %2F")

// New returns the store of an address such as
// s3://key:secret@host:port/bucket/folder?region=eu-1&tls=false&lookup=path&checksum=md5.
// It makes no call. tls is true by default; lookup is auto, path or dns; checksum is
// crc32c or, for older servers, md5.
func New(address string) (*Store, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Hostname() == "" || u.User == nil {
		return nil, ErrURL // the error of Parse has the secret
	}
	secret, _ := u.User.Password()
	bucket, folder, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	o, err := options(u.Query())
	if err != nil || bucket == "" || u.User.Username() == "" || secret == "" {
		return nil, ErrURL
	}
	o.Creds = credentials.NewStaticV4(u.User.Username(), secret, "")
	transport, err := minio.DefaultTransport(o.Secure)
	if err != nil {
		return nil, fmt.Errorf("s3: %w", err)
	}
	transport.ResponseHeaderTimeout = headerTimeout
	o.Transport = transport
	client, err := minio.New(u.Host, &o)
	if err != nil {
		return nil, ErrURL
	}
	s := &Store{client: client, bucket: bucket, md5: u.Query().Get("checksum") == "md5", host: u.Host}
	if folder != "" {
		s.prefix = path.Clean(folder) + "/"
	}
	return s, nil
}

var lookups = map[string]minio.BucketLookupType{"": minio.BucketLookupAuto, "auto": minio.BucketLookupAuto, "path": minio.BucketLookupPath, "dns": minio.BucketLookupDNS}

func options(q url.Values) (minio.Options, error) {
	lookup, ok := lookups[q.Get("lookup")]
	checksum := q.Get("checksum")
	if !ok || checksum != "" && checksum != "crc32c" && checksum != "md5" {
		return minio.Options{}, ErrURL
	}
	secure := true
	if text := q.Get("tls"); text != "" {
		var err error
		if secure, err = strconv.ParseBool(text); err != nil {
			return minio.Options{}, ErrURL
		}
	}
	return minio.Options{
		Secure: secure, Region: q.Get("region"), BucketLookup: lookup, MaxRetries: maxTries,
		TrailingHeaders: checksum != "md5",
	}, nil
}

// About names host and bucket (blob.Store).
func (s *Store) About() string { return "bucket " + s.bucket + " at " + s.host }

// Put uploads a file in one call, which the server stores whole or not at all
// (blob.Store).
func (s *Store) Put(ctx context.Context, name string, data []byte) error {
	if !blob.ValidName(name) {
		return blob.ErrBadName
	}
	_, err := s.client.PutObject(ctx, s.bucket, s.prefix+name, bytes.NewReader(data), int64(len(data)), minio.PutObjectOptions{
		ContentType: "application/octet-stream", SendContentMd5: s.md5, DisableMultipart: true,
	})
	return s.failed("put", err)
}

// Open starts a download (blob.Store).
func (s *Store) Open(ctx context.Context, name string, offset int64) (io.ReadCloser, error) {
	if !blob.ValidName(name) {
		return nil, blob.ErrNotFound
	}
	var o minio.GetObjectOptions
	if offset > 0 {
		if err := o.SetRange(offset, 0); err != nil {
			return nil, s.failed("open", err)
		}
	}
	body, _, _, err := (&minio.Core{Client: s.client}).GetObject(ctx, s.bucket, s.prefix+name, o)
	if minio.ToErrorResponse(err).Code == minio.InvalidRange { // the offset is at the end or behind it
		return io.NopCloser(strings.NewReader("")), nil
	}
	if err != nil {
		return nil, s.failed("open", err)
	}
	return body, nil
}

// Stat asks for size and time of a file (blob.Store).
func (s *Store) Stat(ctx context.Context, name string) (blob.Info, error) {
	if !blob.ValidName(name) {
		return blob.Info{}, blob.ErrNotFound
	}
	o, err := s.client.StatObject(ctx, s.bucket, s.prefix+name, minio.StatObjectOptions{})
	if err != nil {
		return blob.Info{}, s.failed("stat", err)
	}
	return blob.Info{Name: name, Size: o.Size, Changed: o.LastModified}, nil
}

// Delete removes a file (blob.Store).
func (s *Store) Delete(ctx context.Context, name string) error {
	if !blob.ValidName(name) {
		return nil
	}
	err := s.failed("delete", s.client.RemoveObject(ctx, s.bucket, s.prefix+name, minio.RemoveObjectOptions{}))
	if errors.Is(err, blob.ErrNotFound) {
		return nil
	}
	return err
}

// List lists the bucket page by page (blob.Store).
func (s *Store) List(ctx context.Context, fn func(blob.Info) error) error {
	listing, cancel := context.WithCancel(ctx)
	defer cancel() // ends the listing if fn fails
	for o := range s.client.ListObjectsIter(listing, s.bucket, minio.ListObjectsOptions{Prefix: s.prefix, Recursive: true}) {
		if o.Err != nil {
			return s.failed("list", o.Err)
		}
		name := strings.TrimPrefix(o.Key, s.prefix)
		if !blob.ValidName(name) {
			continue
		}
		if err := fn(blob.Info{Name: name, Size: o.Size, Changed: o.LastModified}); err != nil {
			return err
		}
	}
	return s.failed("list", ctx.Err()) // the client ends the listing without an error then
}

func (s *Store) failed(what string, err error) error {
	if err == nil {
		return nil
	}
	if minio.ToErrorResponse(err).Code == noSuchKey {
		return blob.ErrNotFound
	}
	return fmt.Errorf("s3: %s: %w", what, err)
}
