package memory

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/llm"
)

// subjects are the things that the users of the property test speak of.
var subjects = []string{"Miso", "Porto", "Maria", "Karim", "Biscuit", "Ghent", "Onyx", "Zanzibar", "Cadiz", "Juno"}

var sayings = []string{
	"I have a cat called %s.", "I live in %s.", "I have a sister called %s.", "I love %s.", "My dog is called %s.", "I hate %s.", "I am flying to %s next week.",
	"They say that %s crossed wide and slow rivers again.",
}

// world is what the property test expects, by user and character.
type world struct {
	*harness
	r *rand.Rand
	// messages has the subject of each message that exists, by talk.
	messages map[talk]map[string]string
	// gone has the subjects that are deleted for a character; character 0 is all.
	gone map[talk]map[string]bool
	// heard has the subjects that were ever said or written in a talk.
	heard map[talk]map[string]bool
	// known has the ids of memories that were there when another one with their subject was
	// deleted: they stay.
	known   map[string]bool
	tellAll map[string]bool
	script  []string
}

var worldTalks = []talk{{"ada", 20}, {"ada", 21}, {"bo", 20}}

func newWorld(h *harness, seed uint64) *world {
	w := &world{harness: h, r: rand.New(rand.NewPCG(seed, 1)), messages: map[talk]map[string]string{}, gone: map[talk]map[string]bool{},
		heard: map[talk]map[string]bool{}, known: map[string]bool{}, tellAll: map[string]bool{}}
	for _, t := range worldTalks {
		w.messages[t], w.heard[t] = map[string]string{}, map[string]bool{}
		w.gone[t], w.gone[talk{t.userID, 0}] = map[string]bool{}, map[string]bool{}
	}
	h.window = 300
	if seed%2 == 0 {
		h.model.answer = parrot
	}
	return w
}

// parrot is a careless model: it notes every message whole, in its own words, and sums up a
// talk with all of it.
func parrot(req llm.Request) string {
	var out []string
	for line := range strings.Lines(req.Messages[0].Content) {
		number, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if strings.HasPrefix(req.System[0], SummaryTask) {
			out = append(out, "They spoke: "+text)
			continue
		}
		out = append(out, fmt.Sprintf("%s | other | Said once: %s", number, strings.TrimPrefix(text, "I ")))
	}
	return strings.Join(out, "\n")
}

func (w *world) anyTalk() talk { return worldTalks[w.r.IntN(len(worldTalks))] }

func (w *world) sentence() (text, subject string) {
	subject = subjects[w.r.IntN(len(subjects))]
	return fmt.Sprintf(sayings[w.r.IntN(len(sayings))], subject), subject
}

func (w *world) anyMessage(t talk) (id string, found bool) {
	var ids []string
	for id := range w.messages[t] {
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return "", false
	}
	slices.Sort(ids)
	return ids[w.r.IntN(len(ids))], true
}

func (w *world) step() {
	t := w.anyTalk()
	actor, ref := core.Actor{UserID: t.userID}, fmt.Sprint(t.characterID)
	record := func(format string, args ...any) {
		w.script = append(w.script, t.conversationID()+" "+fmt.Sprintf(format, args...))
	}
	switch n := w.r.IntN(20); {
	case n < 8:
		text, subject := w.sentence()
		record("say %s", text)
		w.heard[t][subject] = true
		w.messages[t][w.say(t.conversationID(), text)] = subject
	case n < 10:
		if id, found := w.anyMessage(t); found {
			text, subject := w.sentence()
			record("edit to %s", text)
			w.heard[t][subject] = true
			w.edit(t.conversationID(), id, text)
			w.messages[t][id] = subject
		}
	case n < 12:
		if id, found := w.anyMessage(t); found {
			record("forget the message of %s", w.messages[t][id])
			w.forget(id)
			delete(w.messages[t], id)
		}
	case n < 13:
		if id, found := w.anyMessage(t); found {
			record("note again")
			w.note(t.conversationID(), id)
		}
	case n < 17:
		w.deleteOne(t, actor, ref, record)
	case n < 18:
		on := w.r.IntN(3) == 0
		record("tell all %t", on)
		w.choose(actor, Settings{Enabled: true, TellAll: on})
		w.tellAll[t.userID] = on
	default:
		w.addOne(t, actor, ref, record)
	}
}

func (w *world) deleteOne(t talk, actor core.Actor, ref string, record func(string, ...any)) {
	list := w.panel(actor, ref).Memories
	if len(list) == 0 {
		return
	}
	m := list[w.r.IntN(len(list))]
	record("delete %s", m.Text)
	if err := w.Delete(w.t.Context(), actor, ref, m.ID); err != nil {
		w.t.Fatal(err)
	}
	for _, s := range subjects {
		if strings.Contains(m.Text, s) {
			if w.tellAll[t.userID] {
				t.characterID = 0
			}
			w.gone[t][s] = true
			w.keepKnown(t.userID, s)
		}
	}
}

// keepKnown marks the memories of a user that have a subject.
func (w *world) keepKnown(userID, subject string) {
	for _, t := range worldTalks {
		if t.userID != userID {
			continue
		}
		for _, m := range w.panel(core.Actor{UserID: userID}, fmt.Sprint(t.characterID)).Memories {
			if strings.Contains(m.Text, subject) {
				w.known[m.ID] = true
			}
		}
	}
}

// addOne has the user write a subject, which may have been deleted.
func (w *world) addOne(t talk, actor core.Actor, ref string, record func(string, ...any)) {
	text, subject := w.sentence()
	record("add %s", text)
	_, err := w.Add(w.t.Context(), actor, ref, Change{Text: &text})
	if err != nil && !errors.Is(err, errKnown) {
		w.t.Fatal(err)
	}
	w.heard[t][subject] = true
	if err == nil {
		delete(w.gone[t], subject)
		delete(w.gone[talk{t.userID, 0}], subject)
	}
}

// check compares what is remembered and told with the world.
func (w *world) check() {
	w.t.Helper()
	fail := func(format string, args ...any) {
		w.t.Helper()
		w.t.Fatalf(format+"\nafter\n%s", append(args, strings.Join(w.script[max(0, len(w.script)-25):], "\n"))...)
	}
	for _, t := range worldTalks {
		actor, ref := core.Actor{UserID: t.userID}, fmt.Sprint(t.characterID)
		panel := w.panel(actor, ref)
		own := strings.Join(textsOf(panel.Memories), "\n") + "\n" + panel.Summary
		for _, m := range panel.Memories {
			if m.MessageID != "" && !strings.Contains(m.Text, w.messages[t][m.MessageID]) {
				fail("%s has %q from a message about %q", t.conversationID(), m.Text, w.messages[t][m.MessageID])
			}
			if m.MessageID != "" && w.messages[t][m.MessageID] == "" {
				fail("%s has %q from no message", t.conversationID(), m.Text)
			}
		}
		told := w.told(t.userID, t.characterID, strings.Join(subjects, " "))
		for _, s := range subjects {
			isGone := w.gone[t][s] || w.gone[talk{t.userID, 0}][s]
			if isGone && w.isBack(panel, s) {
				fail("the deleted %s is back in %s: %s", s, t.conversationID(), own)
			}
			if strings.Contains(told, s) && !w.mayKnow(t, s) {
				fail("%s is told %s: %s", t.conversationID(), s, told)
			}
		}
	}
}

// isBack reports whether a deleted subject is in the summary, or in a memory that was not
// there before the deletion.
func (w *world) isBack(p Panel, subject string) bool {
	return strings.Contains(p.Summary, subject) || slices.ContainsFunc(p.Memories, func(m Memory) bool {
		return strings.Contains(m.Text, subject) && !w.known[m.ID]
	})
}

func (w *world) mayKnow(t talk, subject string) bool {
	for other, subjects := range w.heard {
		if subjects[subject] && other.userID == t.userID && (other == t || w.tellAll[t.userID]) {
			return true
		}
	}
	return false
}

// TestAnyOrderKeepsThePromises plays random orders of what users do, with the patterns and
// with a careless model.
// rules memory-deleted, memory-walls, memory-receipt
func TestAnyOrderKeepsThePromises(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		for seed := range uint64(8) {
			for _, table := range []string{"memories", "memory_deleted", "memory_talks", "memory_summaries", "memory_settings", "messages", "conversations"} {
				h.exec(`DELETE FROM ` + table)
			}
			h.model.answer = nil
			w := newWorld(h, seed)
			for range 60 {
				w.step()
				w.check()
			}
			if len(w.known) == 0 && seed == 7 {
				t.Error("nothing was deleted")
			}
		}
	})
}
