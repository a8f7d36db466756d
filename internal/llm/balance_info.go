package llm

// ForUserClass implements UserClassProvider. The result has the members that accept requests of
// paying users, or of other users if isPaying is false. It supports only ContextTokens and Info,
// and no requests.
func (b *Balance) ForUserClass(isPaying bool) Provider {
	classBalance := &Balance{opts: b.opts}
	class := Request{IsPaying: isPaying}.Class()
	for _, m := range b.members {
		if m.Accepts.Has(class) {
			classBalance.members = append(classBalance.members, m)
		}
	}
	return classBalance
}

// ContextTokens is the smallest known context size of the members in tokens, or 8192 if none is
// known.
func (b *Balance) ContextTokens() int { return leastContextTokens(b.providers()) }

// Info returns the smallest known sizes of the members' models, because any member may answer.
func (b *Balance) Info() ModelInfo { return weakestInfo(b.providers()) }

func (b *Balance) providers() []Provider {
	list := make([]Provider, len(b.members))
	for i, m := range b.members {
		list[i] = m.Provider
	}
	return list
}

// RunningCallCountByMember returns the number of running calls of each member, by its name.
func (b *Balance) RunningCallCountByMember() map[string]int {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := make(map[string]int, len(b.members))
	for _, m := range b.members {
		out[m.Name()] += m.runningCalls
	}
	return out
}

// QueuedRequestCountByClass returns the number of waiting requests of each class, by the name of the class.
func (b *Balance) QueuedRequestCountByClass() map[string]int {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := make(map[string]int, len(b.queues))
	for _, c := range Classes {
		out[c.String()] = len(b.queues[c])
	}
	return out
}
