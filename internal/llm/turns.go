package llm

import (
	"cmp"
	"strings"
)

// MergeMessages returns messages in the form that strict servers require. It drops empty messages
// and joins adjacent messages of one role. The text of a message is its OpeningNotes, its Content
// and its ClosingNotes, in this order. A blank line separates joined parts.
func MergeMessages(messages []Message) []Message {
	out := make([]Message, 0, len(messages))
	for _, m := range messages {
		if strings.TrimSpace(m.Content) == "" {
			continue
		}
		if m.OpeningNotes != "" {
			m.Content, m.OpeningNotes = m.OpeningNotes+"\n\n"+m.Content, ""
		}
		if m.ClosingNotes != "" {
			m.Content, m.ClosingNotes = m.Content+"\n\n"+m.ClosingNotes, ""
		}
		if n := len(out); n > 0 && out[n-1].Role == m.Role {
			out[n-1].Content += "\n\n" + m.Content
			continue
		}
		out = append(out, m)
	}
	return out
}

// MergedMessages returns the samples and the messages of a request, merged by MergeMessages.
func (r Request) MergedMessages() []Message {
	return MergeMessages(append(r.Samples[:len(r.Samples):len(r.Samples)], r.Messages...))
}

// MoveGreetingToSystem moves a first turn of the assistant into the system parts. Some servers
// require a first turn of the user. The arguments are not changed.
func MoveGreetingToSystem(system []string, turns []Message) ([]string, []Message) {
	if len(turns) == 0 || turns[0].Role != Assistant {
		return system, turns
	}
	openingNote := "You opened with: " + turns[0].Content
	return append(system[:len(system):len(system)], openingNote), turns[1:]
}

// ModelInfo describes a model as far as it is known.
type ModelInfo struct {
	BillionParameters float64 // billions; 0 if unknown
	ContextTokens     int     // tokens of prompt and answer; 0 if unknown
	// PromptVariant is the variant of the prompt that the operator has chosen; "" or "auto" means
	// no choice.
	PromptVariant string
}

// ModelDescriber is an optional interface of a Provider that can describe its model. The method
// Info must not block.
type ModelDescriber interface{ Info() ModelInfo }

// Info describes the model of p. Values that p does not know are zero.
func Info(p Provider) ModelInfo {
	if d, ok := p.(ModelDescriber); ok {
		return d.Info()
	}
	return ModelInfo{}
}

// SmallerKnownSizes returns the smaller of the known sizes of two models, for a prompt that may go to either
// model. PromptVariant is that of m, or that of other if m has none.
func (m ModelInfo) SmallerKnownSizes(other ModelInfo) ModelInfo {
	m.BillionParameters = minNonZero(m.BillionParameters, other.BillionParameters)
	m.ContextTokens = minNonZero(m.ContextTokens, other.ContextTokens)
	m.PromptVariant = cmp.Or(m.PromptVariant, other.PromptVariant)
	return m
}

// weakestInfo returns the smallest known sizes of the models of several providers.
func weakestInfo(list []Provider) (info ModelInfo) {
	for _, p := range list {
		info = info.SmallerKnownSizes(Info(p))
	}
	return info
}

func minNonZero[N int | float64](a, b N) N {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// ContextSizer is an optional interface of a Provider that knows the context size of its
// model.
type ContextSizer interface {
	// ContextTokens is the size of prompt and answer together, in tokens. It is greater
	// than 0.
	ContextTokens() int
}

// ContextTokens returns the context size of p in tokens. If p is no ContextSizer, ContextTokens
// returns the argument `otherwise`.
func ContextTokens(p Provider, otherwise int) int {
	if s, ok := p.(ContextSizer); ok {
		return s.ContextTokens()
	}
	return otherwise
}

// leastContextTokens returns the smallest known context size of several providers in tokens, or
// 8192.
func leastContextTokens(list []Provider) (smallestContextTokens int) {
	for _, p := range list {
		smallestContextTokens = minNonZero(smallestContextTokens, ContextTokens(p, 0))
	}
	return cmp.Or(smallestContextTokens, 8192)
}

// UserClassProvider is an optional interface of a Provider that may use different models for paying
// users and for other users.
type UserClassProvider interface {
	// ForUserClass returns a provider that knows only the models for paying users, or for other
	// users if isPaying is false. It supports ContextTokens and Info, and no requests.
	ForUserClass(isPaying bool) Provider
}

// ForUserClass returns p.ForUserClass(isPaying), or p if the same models answer all users.
func ForUserClass(p Provider, isPaying bool) Provider {
	if classProvider, ok := p.(UserClassProvider); ok {
		return classProvider.ForUserClass(isPaying)
	}
	return p
}
