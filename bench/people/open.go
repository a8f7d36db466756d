package people

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// OpenConversations creates a conversation with a free character for each person, through the
// API at base, and stores the conversation's id in the person.
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
		if err := Call(ctx, http.MethodPost, base+"/api/session", people[i].Token, in, &out); err != nil {
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
	if err := Call(ctx, http.MethodGet, base+"/api/characters", "", nil, &out); err != nil {
		return "", err
	}
	for _, c := range out.Data {
		if !c.IsLocked {
			return c.ID, nil
		}
	}
	return "", errors.New("the server has no character that is free")
}

// Call makes one request with in as its JSON body, or without a body if in is nil. It decodes
// the answer into out. A status outside 2xx is an error.
func Call(ctx context.Context, method, url, token string, in, out any) error {
	var body bytes.Buffer
	if in != nil {
		if err := json.NewEncoder(&body).Encode(in); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, url, &body)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("%s %s: %s", method, url, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}
