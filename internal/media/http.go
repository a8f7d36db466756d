package media

import (
	"context"
	"net/http"

	"colloquy/internal/httpx"
)

// fileField is the name of the form field with the uploaded file. Rule media-upload.
const fileField = "singleFile"

// Routes registers the calls of the service.
func (s *Service) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{
		Method: "POST", Path: "/admin/upload/single/{kind}", ID: "uploadFile", Summary: "Upload a picture; the kind user_profile is open to every user",
		Tag: "Accounts", Upload: fileField,
	}, handlers{s}.upload)
}

// Handler serves the files below /media/.
func (s *Service) Handler(api *httpx.API) http.Handler {
	return api.FileHandler("media", func(r *http.Request) (httpx.File, error) { return s.openFile(r.Context(), r.URL) })
}

type handlers struct{ service *Service }

type uploadIn struct {
	httpx.UploadedFile
	Kind string `path:"kind" doc:"What the file is for: user_profile"`
}

type uploadOut struct {
	Body struct {
		Status string `json:"status" enum:"success"`
		Data   struct {
			URLs []string `json:"urls" nullable:"false"`
		} `json:"data"`
	}
}

func (h handlers) upload(ctx context.Context, in *uploadIn) (*uploadOut, error) {
	data, err := in.Data()
	if err != nil {
		return nil, err
	}
	url, err := h.service.Upload(ctx, httpx.Actor(ctx), in.Kind, data)
	if err != nil {
		return nil, err
	}
	out := &uploadOut{}
	out.Body.Status, out.Body.Data.URLs = "success", []string{url}
	return out, nil
}
