package demo

import (
	"strings"

	"colloquy/internal/distress"
	"colloquy/internal/english"
	"colloquy/internal/llm"
)

// talk is what the history says about the state of one conversation. It is
// built anew for each reply.
type talk struct {
	*index
	chat string
	msgs []llm.Message
	help *distress.Help // as the request has it
	turn int            // number of lines the user has written

	line  string // the user's last line
	words []string
	flat  string
	query []string // its terms, the persona's own name left out

	said   map[string]int // sentences of earlier replies
	told   []bool         // by snippet: any of its sentences was said
	last   string         // the latest reply
	thread int            // topic of the latest text told, -1 for none

	onThread bool // the latest reply told that text

	sought bool // the next two are filled in by finds
	hit    find // the best text for the line
	found  bool // whether there is one
}

// finds tells whether a text of the persona is about the line; it is then in
// hit. The search is made once a reply, and only where it is needed.
func (t *talk) finds() bool {
	if !t.sought {
		t.sought = true
		t.hit, t.found = t.search(t.query, t.told, t.thread)
	}
	return t.found
}

func newTalk(ix *index, req llm.Request) *talk {
	t := &talk{index: ix, chat: req.Chat, msgs: req.Messages, help: req.Help, thread: -1}
	if len(req.Talk) > 0 {
		t.msgs = req.Talk
	}
	t.line = lastLine(t.msgs)
	t.words = english.Words(t.line)
	t.flat = english.Flat(t.words)
	t.query = append(queryTerms(t.words), renowned(t.flat)...)
	t.said = make(map[string]int, 4*len(t.msgs))
	if opened(req.System, ix.persona.Greeting) {
		t.heard(ix.persona.Greeting)
	}
	t.remember()
	return t
}

// lastLine returns what the user wrote last. It is "" when the persona spoke
// last, which asks it to go on.
func lastLine(msgs []llm.Message) string {
	if n := len(msgs); n > 0 && msgs[n-1].Role == llm.User {
		return strings.TrimSpace(strings.ToValidUTF8(msgs[n-1].Content, " "))
	}
	return ""
}

// opened tells whether a prompt's system part says that the talk began with
// the greeting, as it does where the messages must begin with the user.
func opened(system []string, greeting string) bool {
	greeting = strings.TrimSpace(greeting)
	for _, s := range system {
		if greeting != "" && strings.Contains(s, greeting) {
			return true
		}
	}
	return false
}

// remember goes through the replies so far.
func (t *talk) remember() {
	for _, m := range t.msgs {
		if m.Role == llm.User {
			t.turn++
		} else {
			t.heard(m.Content)
		}
	}
	t.told = make([]bool, len(t.snippets))
	for id := range t.snippets {
		for _, s := range t.snippets[id].sentences {
			if t.said[s] > 0 {
				t.told[id] = true
				break
			}
		}
	}
}

// heard takes in one reply.
func (t *talk) heard(reply string) {
	t.last, t.onThread = reply, false
	for s := range t.spoken(reply) {
		t.said[s]++
		if id, ok := t.owner[s]; ok && t.snippets[id].topic >= 0 {
			t.thread, t.onThread = t.snippets[id].topic, true
		}
	}
}

// spoken yields the sentences of a reply, its opener apart.
func (t *talk) spoken(reply string) func(func(string) bool) {
	return func(yield func(string) bool) {
		rest := reply
		for _, o := range t.persona.Voice.Openers {
			if cut, ok := cutOpener(reply, o); ok {
				for s := range sentences(o) {
					if !yield(s) {
						return
					}
				}
				rest = cut
				break
			}
		}
		for s := range sentences(rest) {
			if !yield(s) {
				return
			}
		}
	}
}

// previousLine returns what the user wrote before the last line.
func (t *talk) previousLine() string {
	seen := false
	for i := len(t.msgs) - 1; i >= 0; i-- {
		if t.msgs[i].Role != llm.User {
			continue
		}
		if seen {
			return t.msgs[i].Content
		}
		seen = true
	}
	return ""
}

// hash is a number from chat, turn and salt: the dice of this package.
func (t *talk) hash(salt string) int {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	for _, s := range [...]string{t.chat, salt} {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * prime
		}
		h = (h ^ uint64(t.turn)) * prime
	}
	return int(h >> 33)
}

// uses returns how often the most repeated sentence of s was said.
func (t *talk) uses(s string) int {
	most := 0
	for one := range sentences(s) {
		most = max(most, t.said[one])
	}
	return most
}

// pick returns one of lines: a line not said yet while there is one.
func (t *talk) pick(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return t.leastUsed(lines, t.hash(lines[0]))
}

// inTurn is pick for lines that are to be said in their order.
func (t *talk) inTurn(lines []string) string { return t.leastUsed(lines, 0) }

// leastUsed returns the line said least often, the first of equals from start.
func (t *talk) leastUsed(lines []string, start int) string {
	best, fewest := "", -1
	for i := range lines {
		line := lines[(start+i)%len(lines)]
		uses := t.uses(line)
		if fewest < 0 || uses < fewest {
			best, fewest = line, uses
		}
		if uses == 0 {
			break
		}
	}
	return best
}

// fresh is pick, but "" when each line was said before.
func (t *talk) fresh(lines []string) string {
	if line := t.pick(lines); line != "" && t.uses(line) == 0 {
		return line
	}
	return ""
}

// has tells whether the user's line holds one of the padded phrases.
func (t *talk) has(list []string) bool { return english.HasPhrase(t.flat, list) }

func (t *talk) asks() bool { return strings.Contains(t.line, "?") || asking[first(t.words)] }

var asking = set("who what when where why how which whose did do does is are was were can could would will have tell give show another explain describe teach sing write recite name list compare talk speak should shall may might am had has")

func first(ws []string) string {
	if len(ws) == 0 {
		return ""
	}
	return ws[0]
}

// join puts the parts of a reply together, empty ones left out.
func join(parts ...string) string {
	out := make([]string, 0, len(parts))
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, " ")
}
