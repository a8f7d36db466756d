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

// subjectNames are the people, animals and places about which the users of the property test
// write.
var subjectNames = []string{"Miso", "Porto", "Maria", "Karim", "Biscuit", "Ghent", "Onyx", "Zanzibar", "Cadiz", "Juno"}

var sentenceForms = []string{
	"I have a cat called %s.", "I live in %s.", "I have a sister called %s.", "I love %s.", "My dog is called %s.", "I hate %s.", "I am flying to %s next week.",
	"They say that %s crossed wide and slow rivers again.",
}

// expectedMemoryState is the state that the property test expects.
type expectedMemoryState struct {
	*harness
	random *rand.Rand
	// subjectOfMessage has the subject of each message that exists, by talk and message id.
	subjectOfMessage map[talk]map[string]string
	// deletedSubjects has the subjects of deleted memories, by talk. A talk with character 0
	// stands for all talks of the user.
	deletedSubjects map[talk]map[string]bool
	// saidSubjects has the subjects of all messages and added memories, by talk.
	saidSubjects map[talk]map[string]bool
	// keptIDs has the ids of memories that existed when another memory with the same subject
	// was deleted. They stay.
	keptIDs                   map[string]bool
	tellAllCharactersByUserID map[string]bool // Settings.TellAllCharacters, by user id
	steps                     []string        // the steps so far, for messages of failed tests
}

var propertyTestTalks = []talk{{"ada", 20}, {"ada", 21}, {"bo", 20}}

func newExpectedMemoryState(h *harness, seed uint64) *expectedMemoryState {
	w := &expectedMemoryState{harness: h, random: rand.New(rand.NewPCG(seed, 1)), subjectOfMessage: map[talk]map[string]string{}, deletedSubjects: map[talk]map[string]bool{},
		saidSubjects: map[talk]map[string]bool{}, keptIDs: map[string]bool{}, tellAllCharactersByUserID: map[string]bool{}}
	for _, t := range propertyTestTalks {
		w.subjectOfMessage[t], w.saidSubjects[t] = map[string]string{}, map[string]bool{}
		w.deletedSubjects[t], w.deletedSubjects[talk{t.userID, 0}] = map[string]bool{}, map[string]bool{}
	}
	h.promptWindowTokens = 300
	if seed%2 == 0 {
		h.model.answer = echoMessages
	}
	return w
}

// echoMessages answers like a careless model. It notes every message as a fact, and its
// summary has every message.
func echoMessages(req llm.Request) string {
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

func (w *expectedMemoryState) randomTalk() talk {
	return propertyTestTalks[w.random.IntN(len(propertyTestTalks))]
}

func (w *expectedMemoryState) randomSentence() (text, subject string) {
	subject = subjectNames[w.random.IntN(len(subjectNames))]
	return fmt.Sprintf(sentenceForms[w.random.IntN(len(sentenceForms))], subject), subject
}

func (w *expectedMemoryState) randomMessage(t talk) (id string, found bool) {
	var ids []string
	for id := range w.subjectOfMessage[t] {
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return "", false
	}
	slices.Sort(ids)
	return ids[w.random.IntN(len(ids))], true
}

func (w *expectedMemoryState) playRandomStep() {
	t := w.randomTalk()
	actor, ref := core.Actor{UserID: t.userID}, fmt.Sprint(t.characterID)
	recordStep := func(format string, args ...any) {
		w.steps = append(w.steps, t.conversationID()+" "+fmt.Sprintf(format, args...))
	}
	switch n := w.random.IntN(20); {
	case n < 8:
		text, subject := w.randomSentence()
		recordStep("say %s", text)
		w.saidSubjects[t][subject] = true
		w.subjectOfMessage[t][w.sayAndNote(t.conversationID(), text)] = subject
	case n < 10:
		if id, found := w.randomMessage(t); found {
			text, subject := w.randomSentence()
			recordStep("edit to %s", text)
			w.saidSubjects[t][subject] = true
			w.editMessage(t.conversationID(), id, text)
			w.subjectOfMessage[t][id] = subject
		}
	case n < 12:
		if id, found := w.randomMessage(t); found {
			recordStep("forget the message of %s", w.subjectOfMessage[t][id])
			w.deleteMessages(id)
			delete(w.subjectOfMessage[t], id)
		}
	case n < 13:
		if id, found := w.randomMessage(t); found {
			recordStep("note again")
			w.noteNewMessages(t.conversationID(), id)
		}
	case n < 17:
		w.deleteRandomMemory(t, actor, ref, recordStep)
	case n < 18:
		on := w.random.IntN(3) == 0
		recordStep("tell all %t", on)
		w.saveSettings(actor, Settings{Enabled: true, TellAllCharacters: on})
		w.tellAllCharactersByUserID[t.userID] = on
	default:
		w.addRandomMemory(t, actor, ref, recordStep)
	}
}

func (w *expectedMemoryState) deleteRandomMemory(t talk, actor core.Actor, ref string, record func(string, ...any)) {
	list := w.readPanel(actor, ref).Memories
	if len(list) == 0 {
		return
	}
	m := list[w.random.IntN(len(list))]
	record("delete %s", m.Text)
	if err := w.Delete(w.t.Context(), actor, ref, m.ID); err != nil {
		w.t.Fatal(err)
	}
	for _, s := range subjectNames {
		if strings.Contains(m.Text, s) {
			if w.tellAllCharactersByUserID[t.userID] {
				t.characterID = 0
			}
			w.deletedSubjects[t][s] = true
			w.recordKeptMemories(t.userID, s)
		}
	}
}

// recordKeptMemories adds the ids of the user's memories about a subject to keptIDs.
func (w *expectedMemoryState) recordKeptMemories(userID, subject string) {
	for _, t := range propertyTestTalks {
		if t.userID != userID {
			continue
		}
		for _, m := range w.readPanel(core.Actor{UserID: userID}, fmt.Sprint(t.characterID)).Memories {
			if strings.Contains(m.Text, subject) {
				w.keptIDs[m.ID] = true
			}
		}
	}
}

// addRandomMemory adds a memory with a subject that may have been deleted. The subject then
// counts as allowed again.
func (w *expectedMemoryState) addRandomMemory(t talk, actor core.Actor, ref string, record func(string, ...any)) {
	text, subject := w.randomSentence()
	record("add %s", text)
	_, err := w.Add(w.t.Context(), actor, ref, Change{Text: &text})
	if err != nil && !errors.Is(err, errAlreadyKnown) {
		w.t.Fatal(err)
	}
	w.saidSubjects[t][subject] = true
	if err == nil {
		delete(w.deletedSubjects[t], subject)
		delete(w.deletedSubjects[talk{t.userID, 0}], subject)
	}
}

// checkMemories compares the memories, the summaries and the texts for prompts with the
// expected state.
func (w *expectedMemoryState) checkMemories() {
	w.t.Helper()
	failWithSteps := func(format string, args ...any) {
		w.t.Helper()
		w.t.Fatalf(format+"\nafter\n%s", append(args, strings.Join(w.steps[max(0, len(w.steps)-25):], "\n"))...)
	}
	for _, t := range propertyTestTalks {
		actor, ref := core.Actor{UserID: t.userID}, fmt.Sprint(t.characterID)
		panel := w.readPanel(actor, ref)
		panelText := strings.Join(memoryTexts(panel.Memories), "\n") + "\n" + panel.Summary
		for _, m := range panel.Memories {
			if m.MessageID != "" && !strings.Contains(m.Text, w.subjectOfMessage[t][m.MessageID]) {
				failWithSteps("%s has %q from a message about %q", t.conversationID(), m.Text, w.subjectOfMessage[t][m.MessageID])
			}
			if m.MessageID != "" && w.subjectOfMessage[t][m.MessageID] == "" {
				failWithSteps("%s has %q from no message", t.conversationID(), m.Text)
			}
		}
		promptText := w.recalledPromptText(t.userID, t.characterID, strings.Join(subjectNames, " "))
		for _, s := range subjectNames {
			isDeleted := w.deletedSubjects[t][s] || w.deletedSubjects[talk{t.userID, 0}][s]
			if isDeleted && w.isRememberedAgain(panel, s) {
				failWithSteps("the deleted %s is back in %s: %s", s, t.conversationID(), panelText)
			}
			if strings.Contains(promptText, s) && !w.mayKnow(t, s) {
				failWithSteps("%s is told %s: %s", t.conversationID(), s, promptText)
			}
		}
	}
}

// isRememberedAgain reports whether a deleted subject is in the summary or in a memory that is
// newer than the deletion.
func (w *expectedMemoryState) isRememberedAgain(p Panel, subject string) bool {
	return strings.Contains(p.Summary, subject) || slices.ContainsFunc(p.Memories, func(m Memory) bool {
		return strings.Contains(m.Text, subject) && !w.keptIDs[m.ID]
	})
}

// mayKnow reports whether prompts of a talk's character may have a subject.
func (w *expectedMemoryState) mayKnow(t talk, subject string) bool {
	for other, subjects := range w.saidSubjects {
		if subjects[subject] && other.userID == t.userID && (other == t || w.tellAllCharactersByUserID[t.userID]) {
			return true
		}
	}
	return false
}

// TestDeletedStaysForgottenInAnyOrder plays random actions of users. In half of the runs,
// memory/extract finds the facts with its sentence patterns. In the other half, a careless model does.
// rules memory-deleted, memory-walls, memory-receipt
func TestDeletedStaysForgottenInAnyOrder(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		for seed := range uint64(8) {
			for _, table := range []string{"memories", "memory_deleted", "memory_talks", "memory_summaries", "memory_settings", "messages", "conversations"} {
				h.execSQL(`DELETE FROM ` + table)
			}
			h.model.answer = nil
			w := newExpectedMemoryState(h, seed)
			for range 60 {
				w.playRandomStep()
				w.checkMemories()
			}
			if len(w.keptIDs) == 0 && seed == 7 {
				t.Error("nothing was deleted")
			}
		}
	})
}
