package llm

import "strings"

// Turns returns messages in the form that strict servers require: empty ones are
// dropped, notes are put before the content, and adjacent messages of one role are
// joined. The parts are separated by a blank line.
func Turns(messages []Message) []Message {
	out := make([]Message, 0, len(messages))
	for _, m := range messages {
		if strings.TrimSpace(m.Content) == "" {
			continue
		}
		if m.Notes != "" {
			m.Content, m.Notes = m.Notes+"\n\n"+m.Content, ""
		}
		if n := len(out); n > 0 && out[n-1].Role == m.Role {
			out[n-1].Content += "\n\n" + m.Content
			continue
		}
		out = append(out, m)
	}
	return out
}

// UserFirst moves the first turn, if it is the assistant's, into the system parts, for
// servers that require the first turn to be the user's. It does not change its
// arguments.
func UserFirst(system []string, turns []Message) ([]string, []Message) {
	if len(turns) == 0 || turns[0].Role != Assistant {
		return system, turns
	}
	opened := "You opened with: " + turns[0].Content
	return append(system[:len(system):len(system)], opened), turns[1:]
}

// Sized is an optional interface of a Provider that knows the context size of its
// model.
type Sized interface {
	// ContextTokens is the size of prompt and answer together, in tokens. It is greater
	// than 0.
	ContextTokens() int
}

// ContextTokens returns the context size of p in tokens, or otherwise if p does not
// know its size.
func ContextTokens(p Provider, otherwise int) int {
	if s, ok := p.(Sized); ok {
		return s.ContextTokens()
	}
	return otherwise
}
