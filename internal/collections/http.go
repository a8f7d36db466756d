package collections

import (
	"context"
	"net/http"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

const tag = "Collections"

var errUnbuilt = core.E(core.Internal, "unbuilt", "Not built.")

// Routes registers the calls of this package.
func (s *Service) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/favorites", ID: "listFavorites", Summary: "The characters that the caller likes", Tag: tag}, s.handleFavorites)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/collections", ID: "listCollected", Summary: "The characters that the caller follows", Tag: tag}, s.handleCollected)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/collections/lists", ID: "listCollections", Summary: "The caller's own collections", Tag: tag}, s.handleLists)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/user/collections/lists", ID: "createCollection", Summary: "Make a collection", Tag: tag, Status: http.StatusCreated}, s.handleCreate)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/collections/lists/{id}", ID: "readCollection", Summary: "A collection with its characters", Tag: tag}, s.handleList)
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/user/collections/lists/{id}", ID: "renameCollection", Summary: "Change the name and description of a collection", Tag: tag}, s.handleRename)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/collections/lists/{id}", ID: "deleteCollection", Summary: "Delete a collection", Tag: tag}, s.handleDelete)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/user/collections/lists/{id}/characters", ID: "addToCollection", Summary: "Add a character to a collection", Tag: tag}, s.handleAdd)
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/user/collections/lists/{id}/characters", ID: "reorderCollection", Summary: "Change the order of the characters", Tag: tag}, s.handleReorder)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/collections/lists/{id}/characters/{characterId}", ID: "takeFromCollection", Summary: "Take a character out of a collection", Tag: tag}, s.handleTakeOut)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/user/collections/lists/{id}/share", ID: "shareCollection", Summary: "Make an address under which anybody can read the collection", Tag: tag}, s.handleShare)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/collections/lists/{id}/share", ID: "unshareCollection", Summary: "Revoke the share address", Tag: tag}, s.handleUnshare)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/collections/{token}", ID: "readSharedCollection", Summary: "A shared collection", Tag: tag}, s.handleShared)
}

func (s *Service) handleFavorites(context.Context, *favoritesIn) (*favoritesOut, error) {
	return nil, errUnbuilt
}

func (s *Service) handleCollected(context.Context, *collectionIn) (*collectionOut, error) {
	return nil, errUnbuilt
}

func (s *Service) handleLists(context.Context, *listsIn) (*listsOut, error)  { return nil, errUnbuilt }
func (s *Service) handleCreate(context.Context, *createIn) (*listOut, error) { return nil, errUnbuilt }
func (s *Service) handleList(context.Context, *ListRef) (*listOut, error)    { return nil, errUnbuilt }
func (s *Service) handleRename(context.Context, *renameIn) (*listOut, error) { return nil, errUnbuilt }
func (s *Service) handleDelete(context.Context, *ListRef) (*doneOut, error)  { return nil, errUnbuilt }
func (s *Service) handleAdd(context.Context, *addIn) (*listOut, error)       { return nil, errUnbuilt }
func (s *Service) handleReorder(context.Context, *reorderIn) (*listOut, error) {
	return nil, errUnbuilt
}
func (s *Service) handleTakeOut(context.Context, *takeOutIn) (*listOut, error) {
	return nil, errUnbuilt
}
func (s *Service) handleShare(context.Context, *ListRef) (*shareOut, error)  { return nil, errUnbuilt }
func (s *Service) handleUnshare(context.Context, *ListRef) (*doneOut, error) { return nil, errUnbuilt }
func (s *Service) handleShared(context.Context, *sharedIn) (*sharedOut, error) {
	return nil, errUnbuilt
}
