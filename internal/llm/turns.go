package llm

import "strings"

// Turns returns the lines of a talk as strict servers want them: empty lines
// are dropped, notes go in front of their line, and neighbours of one role
// become one; all are joined by a blank line.
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

// UserFirst takes an opening line of the assistant out of turns and adds it to
// the system parts instead, for servers that insist on the user speaking first.
// Neither argument is changed.
func UserFirst(system []string, turns []Message) ([]string, []Message) {
	if len(turns) == 0 || turns[0].Role != Assistant {
		return system, turns
	}
	opened := "You opened with: " + turns[0].Content
	return append(system[:len(system):len(system)], opened), turns[1:]
}

// Sized is what a Provider also is when it knows how many tokens its model
// takes, prompt and answer together.
type Sized interface {
	// ContextTokens is that number. It is never 0.
	ContextTokens() int
}

// ContextTokens is what p takes, or otherwise when p does not say.
func ContextTokens(p Provider, otherwise int) int {
	if s, ok := p.(Sized); ok {
		return s.ContextTokens()
	}
	return otherwise
}
