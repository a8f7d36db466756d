package memory

import "time"

// Requests and responses of the calls, with the field names of the API.

// Ref is the part of a path that names a character. It is exported because huma binds the
// fields of an embedded struct only if its type is exported.
type Ref struct {
	ID string `path:"id" doc:"{userId}_{characterId}, or the character's id, slug or character_id"`
}

type memoryJSON struct {
	ID         string    `json:"id"`
	Text       string    `json:"text"`
	Kind       string    `json:"kind" enum:"name,home,work,family,pet,taste,plan,date,other"`
	Pinned     bool      `json:"pinned"`
	Everywhere bool      `json:"everywhere" doc:"True if all characters are told this memory"`
	Edited     bool      `json:"edited"`
	MessageID  string    `json:"message_id" doc:"The message that the memory comes from. Empty for a memory that the user wrote"`
	CreatedAt  time.Time `json:"created_at"`
}

func toMemoryJSON(m Memory) memoryJSON {
	return memoryJSON{
		ID: m.ID, Text: m.Text, Kind: string(m.Kind), Pinned: m.IsPinned, Everywhere: m.IsToldToAllCharacters, Edited: m.IsEdited,
		MessageID: m.MessageID, CreatedAt: m.CreatedAt,
	}
}

type panelOut struct {
	Body struct {
		Data       []memoryJSON `json:"data" nullable:"false" doc:"Pinned ones first, then the newest first"`
		Summary    string       `json:"summary" doc:"Of the older part of the talk, one statement a line"`
		Previously string       `json:"previously" doc:"Recalls a talk that has rested for a day; else empty"`
	}
}

func toPanelOut(p Panel) *panelOut {
	out := &panelOut{}
	out.Body.Data = make([]memoryJSON, len(p.Memories))
	for i, m := range p.Memories {
		out.Body.Data[i] = toMemoryJSON(m)
	}
	out.Body.Summary, out.Body.Previously = p.Summary, p.PreviousTalkReminder
	return out
}

type memoryBody struct {
	Text                  *string `json:"text,omitempty" doc:"1 to 300 characters"`
	Pinned                *bool   `json:"pinned,omitempty"`
	IsToldToAllCharacters *bool   `json:"everywhere,omitempty"`
}

type addIn struct {
	Ref
	Body memoryBody
}

type itemIn struct {
	Ref
	MemoryID string `path:"memoryId"`
}

type changeIn struct {
	Ref
	MemoryID string `path:"memoryId"`
	Body     memoryBody
}

type memoryOut struct{ Body memoryJSON }

type doneOut struct {
	Body struct {
		Success bool `json:"success"`
	}
}

func toDoneOut(err error) (*doneOut, error) {
	if err != nil {
		return nil, err
	}
	out := &doneOut{}
	out.Body.Success = true
	return out, nil
}

type memorySettingsJSON struct {
	Enabled           bool   `json:"enabled" doc:"True: what the user writes is noted, and characters are told the notes"`
	TellAllCharacters bool   `json:"tell_all" doc:"True if all characters are told the memories of every character"`
	Name              string `json:"name" doc:"What characters call the user: at most 50 code points"`
	About             string `json:"about" doc:"What the user tells all characters about themselves: at most 600 code points"`
}

type settingsIn struct{ Body memorySettingsJSON }

type settingsOut struct{ Body memorySettingsJSON }
