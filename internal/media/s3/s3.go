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
	// maxAttempts is how often the client tries a request. The client's default is ten
	// attempts, which take longer than a call of the API may take.
	maxAttempts = 3
	// headerTimeout bounds the wait for the headers of a response.
	headerTimeout = 10 * time.Second
	noSuchKey     = "NoSuchKey"
)

// Bucket is a bucket of a server, or a folder of it.
type Bucket struct {
	Client  *minio.Client
	Name    string
	Prefix  string // beginning of all keys: empty, or a folder with a slash at its end
	UsesMD5 bool   // whether uploads have MD5 checksums, for older servers
	Host    string // with the port, if the address has one
}

// Store is a blob.Store in a bucket.
type Store struct {
	client  *minio.Client
	bucket  string
	prefix  string
	usesMD5 bool
	host    string
}

// ErrURL reports an address that OpenBucket does not understand.
var ErrURL = errors.New("s3: no address of a bucket; give s3://key:secret@host/bucket?region=us-east-1, with signs such as / in the secret as %2F")

// New returns the store in the bucket of an address, which has the form that OpenBucket
// describes. It makes no request.
func New(address string) (*Store, error) {
	b, err := OpenBucket(address, headerTimeout)
	if err != nil {
		return nil, err
	}
	return &Store{b.Client, b.Name, b.Prefix, b.UsesMD5, b.Host}, nil
}

// OpenBucket returns the bucket of an address, without a request. An address looks like
// s3://key:secret@host:port/bucket/folder?region=eu-1&tls=false&lookup=path&checksum=md5. The
// options:
//   - tls: true by default
//   - lookup: auto, path or dns
//   - checksum: crc32c, or md5 for older servers.
//
// A request fails if the headers of the response do not arrive within answerTimeout.
func OpenBucket(address string, answerTimeout time.Duration) (Bucket, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Hostname() == "" || u.User == nil {
		return Bucket{}, ErrURL // without err, which contains the secret
	}
	secret, _ := u.User.Password()
	bucket, folder, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	o, err := parseOptions(u.Query())
	if err != nil || bucket == "" || u.User.Username() == "" || secret == "" {
		return Bucket{}, ErrURL
	}
	o.Creds = credentials.NewStaticV4(u.User.Username(), secret, "")
	transport, err := minio.DefaultTransport(o.Secure)
	if err != nil {
		return Bucket{}, fmt.Errorf("s3: %w", err)
	}
	transport.ResponseHeaderTimeout = answerTimeout
	o.Transport = transport
	client, err := minio.New(u.Host, &o)
	if err != nil {
		return Bucket{}, ErrURL
	}
	b := Bucket{Client: client, Name: bucket, UsesMD5: u.Query().Get("checksum") == "md5", Host: u.Host}
	if folder != "" {
		b.Prefix = path.Clean(folder) + "/"
	}
	return b, nil
}

var bucketLookupByName = map[string]minio.BucketLookupType{"": minio.BucketLookupAuto, "auto": minio.BucketLookupAuto, "path": minio.BucketLookupPath, "dns": minio.BucketLookupDNS}

func parseOptions(q url.Values) (minio.Options, error) {
	lookup, ok := bucketLookupByName[q.Get("lookup")]
	checksum := q.Get("checksum")
	if !ok || checksum != "" && checksum != "crc32c" && checksum != "md5" {
		return minio.Options{}, ErrURL
	}
	usesTLS := true
	if text := q.Get("tls"); text != "" {
		var err error
		if usesTLS, err = strconv.ParseBool(text); err != nil {
			return minio.Options{}, ErrURL
		}
	}
	return minio.Options{
		Secure: usesTLS, Region: q.Get("region"), BucketLookup: lookup, MaxRetries: maxAttempts,
		TrailingHeaders: checksum != "md5",
	}, nil
}

// Description implements blob.Store. It returns a text with the bucket and the host.
func (s *Store) Description() string { return "bucket " + s.bucket + " at " + s.host }

// Put implements blob.Store. It uploads a file in one request, so the server stores the complete
// file or nothing.
func (s *Store) Put(ctx context.Context, name string, data []byte) error {
	if !blob.IsValidName(name) {
		return blob.ErrBadName
	}
	_, err := s.client.PutObject(ctx, s.bucket, s.prefix+name, bytes.NewReader(data), int64(len(data)), minio.PutObjectOptions{
		ContentType: "application/octet-stream", SendContentMd5: s.usesMD5, DisableMultipart: true,
	})
	return s.wrapError("put", err)
}

// Open implements blob.Store. It starts a download.
func (s *Store) Open(ctx context.Context, name string, offset int64) (io.ReadCloser, error) {
	if !blob.IsValidName(name) {
		return nil, blob.ErrNotFound
	}
	var o minio.GetObjectOptions
	if offset > 0 {
		if err := o.SetRange(offset, 0); err != nil {
			return nil, s.wrapError("open", err)
		}
	}
	body, _, _, err := (&minio.Core{Client: s.client}).GetObject(ctx, s.bucket, s.prefix+name, o)
	if minio.ToErrorResponse(err).Code == minio.InvalidRange { // the offset is at the end of the file or beyond it
		return io.NopCloser(strings.NewReader("")), nil
	}
	if err != nil {
		return nil, s.wrapError("open", err)
	}
	return body, nil
}

// Stat implements blob.Store. It requests the size and time of a file.
func (s *Store) Stat(ctx context.Context, name string) (blob.Info, error) {
	if !blob.IsValidName(name) {
		return blob.Info{}, blob.ErrNotFound
	}
	o, err := s.client.StatObject(ctx, s.bucket, s.prefix+name, minio.StatObjectOptions{})
	if err != nil {
		return blob.Info{}, s.wrapError("stat", err)
	}
	return blob.Info{Name: name, Size: o.Size, ChangedAt: o.LastModified}, nil
}

// Delete implements blob.Store. It removes a file.
func (s *Store) Delete(ctx context.Context, name string) error {
	if !blob.IsValidName(name) {
		return nil
	}
	err := s.wrapError("delete", s.client.RemoveObject(ctx, s.bucket, s.prefix+name, minio.RemoveObjectOptions{}))
	if errors.Is(err, blob.ErrNotFound) {
		return nil
	}
	return err
}

// List implements blob.Store. It lists the bucket page by page.
func (s *Store) List(ctx context.Context, fn func(blob.Info) error) error {
	listCtx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the listing if fn fails
	for o := range s.client.ListObjectsIter(listCtx, s.bucket, minio.ListObjectsOptions{Prefix: s.prefix, Recursive: true}) {
		if o.Err != nil {
			return s.wrapError("list", o.Err)
		}
		name := strings.TrimPrefix(o.Key, s.prefix)
		if !blob.IsValidName(name) {
			continue
		}
		if err := fn(blob.Info{Name: name, Size: o.Size, ChangedAt: o.LastModified}); err != nil {
			return err
		}
	}
	return s.wrapError("list", ctx.Err()) // if ctx ends, the client ends the listing without an error
}

func (s *Store) wrapError(what string, err error) error {
	if err == nil {
		return nil
	}
	if minio.ToErrorResponse(err).Code == noSuchKey {
		return blob.ErrNotFound
	}
	return fmt.Errorf("s3: %s: %w", what, err)
}
