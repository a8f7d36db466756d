package people

import (
	"context"
	"errors"
	"net/http"

	"colloquy/bench/api"
)

// OpenConversations creates a conversation with the same free character for each person, and stores
// the id in the person. base is the URL of the server, without /api.
func OpenConversations(ctx context.Context, base string, people []Person) error {
	character, err := findFreeCharacter(ctx, base)
	if err != nil {
		return err
	}
	for i := range people {
		var out struct {
			ID string `json:"id"`
		}
		in := map[string]string{"characterId": character}
		if err := api.Call(ctx, http.MethodPost, base+"/api/session", people[i].Token, in, &out); err != nil {
			return err
		}
		people[i].Conversation = out.ID
	}
	return nil
}

// findFreeCharacter returns the id of a character that is not locked.
func findFreeCharacter(ctx context.Context, base string) (id string, err error) {
	var out struct {
		Data []struct {
			ID       string `json:"id"`
			IsLocked bool   `json:"is_locked"`
		} `json:"data"`
	}
	if err := api.Call(ctx, http.MethodGet, base+"/api/characters", "", nil, &out); err != nil {
		return "", err
	}
	for _, c := range out.Data {
		if !c.IsLocked {
			return c.ID, nil
		}
	}
	return "", errors.New("the server has no character that is free")
}
