package httpx

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"colloquy/internal/core"
)

const (
	// maxConcurrentUploads is how many uploads a process holds in memory at once. Rule media-upload-limits.
	maxConcurrentUploads = 8
	// uploadWait is how long an upload waits for others to end before its body is read.
	uploadWait = 10 * time.Second
	// uploadTimeout bounds how long a client may take to send an upload: 5 MB in two
	// minutes are 44 kB a second.
	uploadTimeout = 2 * time.Minute
)

var (
	errWrongForm      = core.E(core.WrongType, "wrong_type", "Please send the file as multipart/form-data.")
	errTooManyUploads = core.E(core.Unavailable, "busy", "Many files are being uploaded right now. Please try again in a moment.").WithRetryAfter(5 * time.Second)
	errUploadRunning  = core.ErrRateLimited.WithRetryAfter(5 * time.Second)
	errNoFileField    = errors.New("the form has no such field with a file, or other fields too")
)

// uploads bounds how many uploads are in memory at once: maxConcurrentUploads in all, and one for
// each user (rule media-upload-limits).
type uploads struct {
	runningUploads chan struct{} // one element for each running upload
	mu             sync.Mutex
	users          map[string]bool // users with an upload, by id
}

func newUploads() *uploads {
	return &uploads{runningUploads: make(chan struct{}, maxConcurrentUploads), users: map[string]bool{}}
}

// startUpload starts an upload of a user. If maxConcurrentUploads are running and none ends within
// uploadWait, it returns an error. If the user has another upload, it returns an error at once. If
// there is no error, the caller must call endUpload afterwards.
func (u *uploads) startUpload(ctx context.Context, userID string) error {
	u.mu.Lock()
	isUploading := u.users[userID]
	u.users[userID] = true
	u.mu.Unlock()
	if isUploading {
		return errUploadRunning
	}
	slotTimer := time.NewTimer(uploadWait)
	defer slotTimer.Stop()
	select {
	case u.runningUploads <- struct{}{}:
		return nil
	case <-slotTimer.C:
	case <-ctx.Done():
	}
	u.forgetUser(userID)
	return errTooManyUploads
}

func (u *uploads) endUpload(userID string) {
	<-u.runningUploads
	u.forgetUser(userID)
}

func (u *uploads) forgetUser(userID string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.users, userID)
}

// isFormType reports whether a media type is multipart/form-data with a boundary.
func isFormType(contentType string) bool {
	mediaType, parameters, err := mime.ParseMediaType(contentType)
	return err == nil && mediaType == "multipart/form-data" && parameters["boundary"] != ""
}

// readUpload waits until an upload may start, and reads its body into memory. The guard calls done
// after the call, to end the upload.
func (a *API) readUpload(w http.ResponseWriter, r *http.Request, row RouteRow, userID string) (done func(), err error) {
	if !isFormType(r.Header.Get("Content-Type")) {
		return nil, errWrongForm
	}
	if r.ContentLength > row.MaxBody {
		return nil, errTooLarge
	}
	if err := a.uploads.startUpload(r.Context(), userID); err != nil {
		return nil, err
	}
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(uploadTimeout))
	body, err := readWholeBody(w, r, row.MaxBody)
	if err != nil {
		a.uploads.endUpload(userID)
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return func() { a.uploads.endUpload(userID) }, nil
}

// UploadedFile is the input of a call whose Op has a field for an upload.
type UploadedFile struct {
	fileBytes []byte
	err       error
}

// Data returns the bytes of the file as the client has sent them, unchecked. It returns an
// error if the form has not exactly one part, the file.
func (f *UploadedFile) Data() ([]byte, error) { return f.fileBytes, f.err }

// Resolve reads the form, which has one part. Resolve ignores the name and the type of the file.
// The error of a wrong form is returned by Data, not by Resolve. Rule media-upload.
func (f *UploadedFile) Resolve(hctx huma.Context) []error {
	r, _ := humachi.Unwrap(hctx)
	field, _ := hctx.Operation().Metadata[uploadFieldKey].(string)
	var err error
	if f.fileBytes, err = readFormFile(r, field); err != nil {
		f.err = core.InvalidFieldsError(field, "Please choose a file.").Because(err)
	}
	return nil
}

// uploadFieldKey is the key under which an operation's metadata has the name of the file field.
const uploadFieldKey = "upload"

func readFormFile(r *http.Request, field string) ([]byte, error) {
	form, err := r.MultipartReader()
	if err != nil {
		return nil, err
	}
	part, err := form.NextRawPart()
	if err != nil || part.FormName() != field || part.FileName() == "" {
		return nil, errNoFileField
	}
	data, err := io.ReadAll(part)
	if err != nil {
		return nil, err
	}
	if _, err := form.NextRawPart(); !errors.Is(err, io.EOF) {
		return nil, errNoFileField
	}
	return data, nil
}

// describeUpload adds the form to the OpenAPI description of a POST call. It runs after the
// registration: if huma knew the form earlier, it would read the body itself.
func (a *API) describeUpload(op Op) {
	a.huma.OpenAPI().Paths[op.Path].Post.RequestBody = formSchema(op.Upload)
}

// formSchema describes a form with one file.
func formSchema(field string) *huma.RequestBody {
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Required: []string{field},
		Properties: map[string]*huma.Schema{field: {Type: huma.TypeString, Format: "binary"}},
	}}}}
}
