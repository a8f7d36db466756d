package collections

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

const apiTag = "Collections"

// Routes registers the calls of this package.
func (s *Service) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/favorites", ID: "listFavorites", Summary: "The characters that the caller likes", Tag: apiTag}, s.handleFavorites)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/collections", ID: "listCollected", Summary: "The characters that the caller follows", Tag: apiTag}, s.handleFollowed)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/collections/lists", ID: "listCollections", Summary: "The caller's own collections", Tag: apiTag}, s.handleCollections)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/user/collections/lists", ID: "createCollection", Summary: "Make a collection", Tag: apiTag, Status: http.StatusCreated}, s.handleCreate)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/collections/lists/{id}", ID: "readCollection", Summary: "A collection with its characters", Tag: apiTag}, s.handleCollection)
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/user/collections/lists/{id}", ID: "renameCollection", Summary: "Change the name and description of a collection", Tag: apiTag}, s.handleEdit)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/collections/lists/{id}", ID: "deleteCollection", Summary: "Delete a collection", Tag: apiTag}, s.handleDelete)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/user/collections/lists/{id}/characters", ID: "addToCollection", Summary: "Add a character to a collection", Tag: apiTag}, s.handleAddCharacter)
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/user/collections/lists/{id}/characters", ID: "reorderCollection", Summary: "Change the order of the characters", Tag: apiTag}, s.handleReorder)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/collections/lists/{id}/characters/{characterId}", ID: "takeFromCollection", Summary: "Take a character out of a collection", Tag: apiTag}, s.handleRemoveCharacter)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/user/collections/lists/{id}/share", ID: "shareCollection", Summary: "Make an address under which anybody can read the collection", Tag: apiTag}, s.handleShare)
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/user/collections/lists/{id}/share", ID: "unshareCollection", Summary: "Revoke the share address", Tag: apiTag}, s.handleUnshare)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/collections/{token}", ID: "readSharedCollection", Summary: "A shared collection", Tag: apiTag}, s.handleShared)
}

func (s *Service) handleFavorites(ctx context.Context, in *favoritesIn) (*favoritesOut, error) {
	q := in.toQuery()
	page, err := s.Favorites(ctx, httpx.Actor(ctx), q)
	if err != nil {
		return nil, err
	}
	out := &favoritesOut{}
	out.Body.Data.Data = make([]favoriteJSON, len(page.Favorites))
	for i, f := range page.Favorites {
		out.Body.Data.Data[i] = toFavoriteJSON(f)
	}
	out.Body.Data.Pagination = paginationJSON{MatchCount: page.MatchCount, PerPage: q.Limit, CurrentPage: q.Page}
	return out, nil
}

func (s *Service) handleFollowed(ctx context.Context, in *collectionIn) (*collectionOut, error) {
	page, err := s.Followed(ctx, httpx.Actor(ctx), in.Search, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	out := &collectionOut{}
	out.Body.Data = collectedPageJSON{Characters: toCollectedJSON(page.Characters), NextCursor: page.NextCursor, MatchCount: page.MatchCount}
	return out, nil
}

func (s *Service) handleCollections(ctx context.Context, in *listsIn) (*listsOut, error) {
	collections, err := s.Collections(ctx, httpx.Actor(ctx), in.CharacterID)
	if err != nil {
		return nil, err
	}
	out := &listsOut{}
	out.Body.Data = make([]collectionJSON, len(collections))
	for i, l := range collections {
		out.Body.Data[i] = s.toCollectionJSON(l)
	}
	return out, nil
}

// toListOut returns the answer of a call about one collection, or err.
func (s *Service) toListOut(l Collection, err error) (*listOut, error) {
	if err != nil {
		return nil, err
	}
	return &listOut{s.toCollectionJSON(l)}, nil
}

// toDoneOut returns the answer of a call that reports only success. If err is not nil, toDoneOut
// returns err instead.
func toDoneOut(err error) (*doneOut, error) {
	if err != nil {
		return nil, err
	}
	out := &doneOut{}
	out.Body.Success = true
	return out, nil
}

func (s *Service) handleCreate(ctx context.Context, in *createIn) (*listOut, error) {
	return s.toListOut(s.Create(ctx, httpx.Actor(ctx), in.Body.Name, in.Body.Description))
}

func (s *Service) handleCollection(ctx context.Context, in *ListRef) (*listOut, error) {
	return s.toListOut(s.Collection(ctx, httpx.Actor(ctx), in.ID))
}

func (s *Service) handleEdit(ctx context.Context, in *editIn) (*listOut, error) {
	return s.toListOut(s.Edit(ctx, httpx.Actor(ctx), in.ID, in.Body.Name, in.Body.Description))
}

func (s *Service) handleDelete(ctx context.Context, in *ListRef) (*doneOut, error) {
	return toDoneOut(s.Delete(ctx, httpx.Actor(ctx), in.ID))
}

func (s *Service) handleAddCharacter(ctx context.Context, in *addIn) (*listOut, error) {
	ref, ok := httpx.TextOfValue(in.Body.CharacterID)
	if !ok || ref == "" {
		return nil, core.InvalidFieldsError("characterId", missingCharacterText)
	}
	return s.toListOut(s.AddCharacter(ctx, httpx.Actor(ctx), in.ID, ref))
}

// rule collections-order
func (s *Service) handleReorder(ctx context.Context, in *reorderIn) (*listOut, error) {
	ids := make([]int, len(in.Body.CharacterIDs))
	for i, v := range in.Body.CharacterIDs {
		text, _ := httpx.TextOfValue(v)
		id, err := strconv.Atoi(text)
		if err != nil || slices.Contains(ids[:i], id) {
			return nil, core.InvalidFieldsError("characterIds", badOrderText)
		}
		ids[i] = id
	}
	return s.toListOut(s.Reorder(ctx, httpx.Actor(ctx), in.ID, ids))
}

func (s *Service) handleRemoveCharacter(ctx context.Context, in *removeIn) (*listOut, error) {
	return s.toListOut(s.RemoveCharacter(ctx, httpx.Actor(ctx), in.ID, in.CharacterID))
}

func (s *Service) handleShare(ctx context.Context, in *ListRef) (*shareOut, error) {
	url, err := s.Share(ctx, httpx.Actor(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	out := &shareOut{}
	out.Body.URL = url
	return out, nil
}

func (s *Service) handleUnshare(ctx context.Context, in *ListRef) (*doneOut, error) {
	return toDoneOut(s.Unshare(ctx, httpx.Actor(ctx), in.ID))
}

func (s *Service) handleShared(ctx context.Context, in *sharedIn) (*sharedOut, error) {
	l, owner, err := s.SharedCollection(ctx, httpx.Actor(ctx), in.Token)
	if err != nil {
		return nil, err
	}
	out := &sharedOut{}
	out.Body.Name, out.Body.Description, out.Body.Owner, out.Body.UpdatedAt = l.Name, l.Description, owner, l.UpdatedAt
	out.Body.Characters = toCollectedJSON(l.Characters)
	return out, nil
}
