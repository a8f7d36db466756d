package chat_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/core"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
	"colloquy/seed"
)

// suggestionRemakeAge is an age of a reply at which RemakeSuggestions makes its missing suggestions
// again.
const suggestionRemakeAge = time.Minute

type conversationWithYear struct {
	ID      string
	Year    *int
	Moments []struct {
		Year         int
		Label, Place string
	}
}

// personaFromSeed returns the persona of the seed with a slug.
func personaFromSeed(t *testing.T, slug string) *core.Persona {
	t.Helper()
	list, err := seed.Personas()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(list, func(p core.Persona) bool { return p.Slug == slug })
	if i < 0 {
		t.Fatalf("no persona %s", slug)
	}
	return &list[i]
}

func setYear(t *testing.T, c *apptest.Client, conversation string, year any) (s conversationWithYear) {
	t.Helper()
	c.Do("PUT", "/messages/"+conversation+"/year", map[string]any{"year": year}).Want(200).Into(&s)
	return s
}

// A conversation whose year is set gets the greeting and the questions of that year. Its prompt has
// the persona of that year. The year null restores the present greeting.
// rule chat-year
func TestAConversationIsOfItsYear(t *testing.T) {
	p := personaFromSeed(t, freeCharacterSlug)
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		var s conversationWithYear
		ada.Do("POST", "/session", map[string]any{"characterId": freeCharacterSlug}).Want(200).Into(&s)
		if want := p.MomentList(); s.Year != nil || len(s.Moments) != len(want) || s.Moments[0].Year != want[0].Year || s.Moments[0].Label != want[0].Label {
			t.Fatalf("the session has the year %v and the moments %+v", s.Year, s.Moments)
		}
		earlyPersona := p.AtYear(s.Moments[0].Year)

		if s = setYear(t, ada, id, earlyPersona.Horizon.Year); s.Year == nil || *s.Year != earlyPersona.Horizon.Year {
			t.Errorf("the answer has the year %v", s.Year)
		}
		checkGreeting(t, ada, id, earlyPersona)
		ada.Send(id, "Tell me of your whole life.", "user-1").ReadAll()
		requests := e.Model.ReplyRequests()
		req := requests[len(requests)-1]
		if req.Persona.Horizon.Year != earlyPersona.Horizon.Year || !strings.Contains(req.Messages[len(req.Messages)-1].OpeningNotes, "For "+p.Name+" it is "+strconv.Itoa(earlyPersona.Horizon.Year)) {
			t.Errorf("the reply is asked for from %d, with the notes %q", req.Persona.Horizon.Year, req.Messages[len(req.Messages)-1].OpeningNotes)
		}
		for _, f := range p.Facts.DatedFacts {
			if y, ok := f.LastYear(); ok && y > earlyPersona.Horizon.Year && strings.Contains(strings.Join(req.System, "\n"), f.EventText) {
				t.Errorf("the prompt of %d has %s: %s", earlyPersona.Horizon.Year, f.Year, f.EventText)
			}
		}
		var again conversationWithYear
		ada.Do("POST", "/session", map[string]any{"characterId": freeCharacterSlug}).Want(200).Into(&again)
		if again.Year == nil || *again.Year != earlyPersona.Horizon.Year {
			t.Errorf("opened again, the year is %v", again.Year)
		}
		if list := ada.Do("GET", "/sessions", nil).Want(200); !strings.Contains(list.Body, `"year":`+strconv.Itoa(earlyPersona.Horizon.Year)) || strings.Contains(list.Body, "moments") {
			t.Errorf("the list is %s", list.Body)
		}

		ada.Do("POST", "/messages/"+id+"/start-over", nil).Want(200)
		checkGreeting(t, ada, id, earlyPersona)
		if s = setYear(t, ada, id, nil); s.Year != nil {
			t.Errorf("taken off, the year is %d", *s.Year)
		}
		checkGreeting(t, ada, id, p)
	})
}

// checkGreeting expects a conversation with the greeting of a persona and nothing else.
func checkGreeting(t *testing.T, c *apptest.Client, id string, p *core.Persona) {
	t.Helper()
	list := fetchHistory(t, c, id)
	if len(list) != 1 || list[0].Content != p.Greeting || !slices.Equal(list[0].Suggestions, p.FirstQuestions()) {
		t.Errorf("%+v, want the greeting %q with %q", list, p.Greeting, p.FirstQuestions())
	}
	var s struct {
		Sessions []struct {
			LastMessage  struct{ Content string }
			MessageCount int `json:"message_count"`
		}
	}
	c.Do("GET", "/sessions/characterProfile", nil).Want(200).Into(&s)
	if got := s.Sessions[0]; got.MessageCount != 1 || !strings.HasPrefix(p.Greeting, strings.TrimSuffix(got.LastMessage.Content, "…")) {
		t.Errorf("the sidebar has %+v", got)
	}
}

// Setting the year does not change messages or a running reply. The next reply is written by the
// persona of the year that was set.
// rule chat-year
func TestTheYearChangesWhatComesNext(t *testing.T) {
	p := personaFromSeed(t, freeCharacterSlug)
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		gate := e.Model.NewGate()
		e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
			return append(apptest.WordSteps("Once upon "), apptest.AnswerStep{Gate: gate}, apptest.AnswerStep{Text: "a time."})
		})
		runningStream := ada.Send(id, "Begin", "user-1").ReadUntil("upon")
		setYear(t, ada, id, p.MomentList()[0].Year)
		close(gate)
		if runningStream.ReadAll(); runningStream.Text != "Once upon a time." {
			t.Errorf("the running reply ended as %q", runningStream.Text)
		}
		if list := fetchHistory(t, ada, id); len(list) != 3 || list[0].Content != p.Greeting {
			t.Errorf("the messages are %+v", list)
		}
		e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps("It is early.") })
		ada.Send(id, "And now?", "user-2").ReadAll()
		ada.Do("POST", "/messages/"+id+"/regenerate", nil).Want(200)
		var years []int
		for _, req := range e.Model.ReplyRequests() {
			if req.Task == llm.Reply {
				years = append(years, req.Persona.Horizon.Year)
			}
		}
		firstYear := p.MomentList()[0].Year
		if want := []int{p.PresentYear(), firstYear, firstYear}; !slices.Equal(years, want) {
			t.Errorf("the replies are asked for from %v, want %v", years, want)
		}
	})
}

// rules chat-year, access-locked-refuses, access-hidden-character-chat
func TestUnknownYearsAreRefused(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o, apptest.WithPayment)
		ada, bo := e.NewUser("Mirela"), e.NewUser("Bo")
		id := openChat(t, ada, freeCharacterSlug)
		timelessID := openChat(t, ada, "clerk-of-weather")
		putYear := func(c *apptest.Client, ref, body string) apptest.Answer {
			return c.Do("PUT", "/messages/"+ref+"/year", json.RawMessage(body))
		}
		for _, body := range []string{`{"year":1700}`, `{"year":0}`, `{"year":999999}`, `{"year":-9223372036854775808}`, `{"year":1835.5}`, `{"year":"1835"}`, `{}`} {
			if a := putYear(ada, id, body).Want(422); a.ErrorCode() != "invalid" {
				t.Errorf("%s: %s", body, a.Body)
			}
		}
		putYear(ada, timelessID, `{"year":2026}`).Want(422)
		putYear(ada, timelessID, `{"year":null}`).Want(200)
		putYear(bo, id, `{"year":null}`).Want(404)
		putYear(ada, "nobody", `{"year":null}`).Want(404)
		putYear(ada, "marcus-aurelius", `{"year":null}`).Want(404)
		putYear(e.NewVisitor(), id, `{"year":null}`).Want(401)
		if a := putYear(ada, lockedCharacterSlug, `{"year":null}`).Want(403); a.ErrorCode() != "character_locked" {
			t.Error(a.Body)
		}
		e.SetCharacterFlag(freeCharacterSlug, "is_active", false)
		putYear(ada, id, `{"year":null}`).Want(404)
	})
}

// charactersWithMoments implements chat.Characters. Every number is the character_id of a character
// with two years.
type charactersWithMoments struct{ charactersForAllIDs }

// personaByRef has one persona for each value of `ref` in Find. Find must return one pointer for
// one `ref`, because the tested code caches values by the pointer of a persona.
var personaByRef sync.Map

func (charactersWithMoments) Find(_ context.Context, ref string) (chat.Character, error) {
	n, err := strconv.Atoi(ref[strings.LastIndexByte(ref, '_')+1:])
	p, _ := personaByRef.LoadOrStore(ref, &core.Persona{
		CharacterID: n, Name: "Somebody", Slug: ref, Greeting: "Who is there?", Horizon: core.Horizon{Year: 1805},
		Moments: []core.Moment{{Year: 1797, Label: "Youth", Greeting: "Is it you?"}},
		Topics:  []core.Topic{{Key: "early", Question: "What now?", Texts: []string{"In 1796 it rained."}}, {Key: "late", Question: "What of 1804?", Texts: []string{"In 1804 it snowed."}}},
	})
	return chat.Character{Persona: p.(*core.Persona)}, err
}

func (p charactersWithMoments) FindMany(ctx context.Context, ids []int) (map[int]chat.Character, error) {
	out := map[int]chat.Character{}
	for _, id := range ids {
		out[id], _ = p.Find(ctx, strconv.Itoa(id))
	}
	return out, nil
}

// forgottenRecordings implements chat.Recordings. It records the messages whose recordings
// were deleted.
type forgottenRecordings struct {
	mu                  sync.Mutex
	forgottenMessageIDs []string
}

func (f *forgottenRecordings) ForgetMessages(_ context.Context, _ storage.Querier, _ string, ids []string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.forgottenMessageIDs = append(f.forgottenMessageIDs, ids...)
	return nil
}

// noSuggestionsModel is a model that fails to make suggestions, so that the authored questions
// are used.
type noSuggestionsModel struct{ llm.Provider }

func (m noSuggestionsModel) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	if req.Task == llm.Suggest {
		return func(yield func(llm.Delta, error) bool) { yield(llm.Delta{}, errors.New("the model is busy")) }
	}
	return m.Provider.Stream(ctx, req)
}

func eachHarnessWithMoments(t *testing.T, fn func(t *testing.T, h *harness, recordings *forgottenRecordings)) {
	t.Helper()
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		recordings := &forgottenRecordings{}
		fn(t, newHarness(t, o, func(d *chat.Deps) {
			d.Characters, d.Recordings, d.Model = charactersWithMoments{}, recordings, noSuggestionsModel{d.Model}
		}), recordings)
	})
}

// Two processes set years while one of them stores a message. Afterwards the conversation has one
// greeting, before the message. Without a message, the greeting is that of the stored year.
// rule chat-year
func TestParallelYearsLeaveOneGreeting(t *testing.T) {
	year := 1797
	eachHarnessWithMoments(t, func(t *testing.T, h *harness, recordings *forgottenRecordings) {
		for round, id := range h.openConversations(8) {
			roundStoresMessage := round%2 == 0
			resultCounts := h.countErrorCodesInParallel(8, func(i int, s *chat.Service) error {
				if roundStoresMessage && i == 3 {
					_, err := s.StoreWithoutReply(t.Context(), h.user, id, chat.MessageInput{Content: "Hello", ClientID: "user-1"})
					return err
				}
				to := &year
				if i%3 == 0 {
					to = nil
				}
				_, err := s.SetYear(t.Context(), h.user, id, to)
				return err
			})
			if resultCounts[""] != 8 {
				t.Fatalf("round %d: %v", round, resultCounts)
			}
			page, err := h.services[0].History(t.Context(), h.user, id, "")
			if err != nil {
				t.Fatal(err)
			}
			storedMessageCount := h.selectNumber(`SELECT count(*) FROM messages WHERE conversation_id = $1`, id)
			if n := len(page.Messages); n != storedMessageCount || page.Messages[0].IsUser || roundStoresMessage != (n == 2) || roundStoresMessage && !page.Messages[1].IsUser {
				t.Fatalf("round %d: %d rows, %+v", round, storedMessageCount, page.Messages)
			}
			isEarlyYearStored := h.selectNumber(`SELECT count(*) FROM conversations WHERE id = $1 AND year = 1797`, id) == 1
			if greets := page.Messages[0].Content == "Is it you?"; !roundStoresMessage && greets != isEarlyYearStored {
				t.Errorf("round %d: the year 1797 is stored: %v, greeted from it: %v", round, isEarlyYearStored, greets)
			}
		}
		if len(recordings.forgottenMessageIDs) == 0 {
			t.Error("the recordings of replaced greetings are kept")
		}
	})
}

// Authored questions that were lost in a crash are chosen again for the year of the conversation.
// rule chat-year
func TestSuggestionsAreOfTheYear(t *testing.T) {
	year := 1797
	eachHarnessWithMoments(t, func(t *testing.T, h *harness, _ *forgottenRecordings) {
		id, service := h.openConversations(1)[0], h.services[0]
		if _, err := service.SetYear(t.Context(), h.user, id, &year); err != nil {
			t.Fatal(err)
		}
		turn, err := service.Send(t.Context(), h.user, id, chat.MessageInput{Content: "Hello"})
		if err != nil {
			t.Fatal(err)
		}
		h.awaitEnd(service, turn)
		const want = `["What now?"]`
		eventually(t, "the row holds the suggestions", func() bool { return h.storedSuggestions(turn.ReplyID) == want })
		h.exec(`UPDATE messages SET suggestions = '' WHERE id = $1`, turn.ReplyID)
		h.clock.Advance(suggestionRemakeAge)
		if err := service.RemakeSuggestions(t.Context(), 2*suggestionRemakeAge); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the row holds the suggestions again", func() bool { return h.storedSuggestions(turn.ReplyID) == want })
	})
}
