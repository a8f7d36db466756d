package memory

import (
	"context"
	"net/http"

	"colloquy/internal/httpx"
)

const apiTag = "Memory"

// Routes registers the calls of this package.
func (s *Service) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/messages/{id}/memory", ID: "listMemories", Summary: "What a character remembers of the caller", Tag: apiTag}, s.handleReadPanel)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/messages/{id}/memory", ID: "addMemory", Summary: "Tell a character what to remember", Tag: apiTag, Status: http.StatusCreated}, s.handleAdd)
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/messages/{id}/memory/{memoryId}", ID: "changeMemory", Summary: "Edit or pin a memory", Tag: apiTag}, s.handleChange)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/messages/{id}/memory/{memoryId}", ID: "deleteMemory", Summary: "Delete a memory for good", Tag: apiTag}, s.handleDelete)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/messages/{id}/memory", ID: "deleteMemories", Summary: "Delete all that a character remembers", Tag: apiTag}, s.handleDeleteAllOfCharacter)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/memory", ID: "getMemorySettings", Summary: "The caller's memory switches and card", Tag: apiTag}, s.handleReadSettings)
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/user/memory", ID: "putMemorySettings", Summary: "Change the memory switches and what the user tells all characters", Tag: apiTag}, s.handleSaveSettings)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/memory", ID: "deleteAllMemories", Summary: "Delete all that all characters remember", Tag: apiTag}, s.handleDeleteAllOfUser)
}

func (s *Service) handleReadPanel(ctx context.Context, in *struct{ Ref }) (*panelOut, error) {
	p, err := s.ReadPanel(ctx, httpx.Actor(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return toPanelOut(p), nil
}

func (s *Service) handleAdd(ctx context.Context, in *addIn) (*memoryOut, error) {
	m, err := s.Add(ctx, httpx.Actor(ctx), in.ID, Change(in.Body))
	if err != nil {
		return nil, err
	}
	return &memoryOut{toMemoryJSON(m)}, nil
}

func (s *Service) handleChange(ctx context.Context, in *changeIn) (*memoryOut, error) {
	m, err := s.Edit(ctx, httpx.Actor(ctx), in.ID, in.MemoryID, Change(in.Body))
	if err != nil {
		return nil, err
	}
	return &memoryOut{toMemoryJSON(m)}, nil
}

func (s *Service) handleDelete(ctx context.Context, in *itemIn) (*doneOut, error) {
	return toDoneOut(s.Delete(ctx, httpx.Actor(ctx), in.ID, in.MemoryID))
}

func (s *Service) handleDeleteAllOfCharacter(ctx context.Context, in *struct{ Ref }) (*doneOut, error) {
	return toDoneOut(s.DeleteAllOfCharacter(ctx, httpx.Actor(ctx), in.ID))
}

func (s *Service) handleDeleteAllOfUser(ctx context.Context, _ *struct{}) (*doneOut, error) {
	return toDoneOut(s.DeleteAllOfUser(ctx, httpx.Actor(ctx)))
}

func (s *Service) handleReadSettings(ctx context.Context, _ *struct{}) (*settingsOut, error) {
	v, err := s.Settings(ctx, httpx.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return &settingsOut{memorySettingsJSON(v)}, nil
}

func (s *Service) handleSaveSettings(ctx context.Context, in *settingsIn) (*settingsOut, error) {
	v, err := s.SaveSettings(ctx, httpx.Actor(ctx), Settings(in.Body))
	if err != nil {
		return nil, err
	}
	return &settingsOut{memorySettingsJSON(v)}, nil
}
