package core

import (
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"
	"weak"
)

// viewsByPersona holds the views that AtYear has made. Packages cache values by the pointer of a
// persona, so each call of AtYear must return the same pointer. An entry is removed when its
// persona is garbage collected.
var viewsByPersona sync.Map // the keys are weak.Pointer[Persona]; each value is a *sync.Map from a year to a *Persona

// AtYear returns the persona as it was in a year: it knows nothing later (rule prompt-year). Its
// facts, topics, sayings and texts of later years are missing. Its greeting, scene and place come
// from the latest moment that is not after the year.
//
// AtYear finds the year of a text in this way:
//
//   - A text that names years has the latest of them. If a name in the text first occurs in a later
//     dated fact, the text has the year of that fact.
//   - A text that names no year has the year PresentYear.
//   - In Voice, Samples, AuthoredLastPromptInstruction and topics with FromYear, a text that names no year stays in
//     every year. Only a dated fact that shares a name with the text gives the text a year.
//
// Year 0 means the present. A year before the first moment means the first moment. AtYear returns p
// itself if the persona has no moments. It also returns p if the year is at or after the horizon
// and the moment has the greeting of p. A persona younger than eighteen in the year is a minor. p
// must not change after the first call. Rule chat-year.
func (p *Persona) AtYear(year int) *Persona {
	moments := p.MomentList()
	if len(moments) == 0 {
		return p
	}
	if year == 0 {
		year = p.PresentYear()
	}
	at := momentAt(moments, year)
	year = max(year, at.Year)
	if year >= p.Horizon.Year && at.Greeting == p.Greeting {
		return p
	}
	return p.cachedView(min(year, p.Horizon.Year), at)
}

// momentAt returns the latest moment that is not after year, or the first one.
func momentAt(moments []Moment, year int) Moment {
	at := moments[0]
	for _, m := range moments {
		if m.Year <= year {
			at = m
		}
	}
	return at
}

// cachedView returns the stored view of a year, or makes it.
func (p *Persona) cachedView(year int, at Moment) *Persona {
	key := weak.Make(p)
	stored, found := viewsByPersona.LoadOrStore(key, new(sync.Map))
	if !found {
		runtime.AddCleanup(p, func(key weak.Pointer[Persona]) { viewsByPersona.Delete(key) }, key)
	}
	viewByYear := stored.(*sync.Map)
	if v, ok := viewByYear.Load(year); ok {
		return v.(*Persona)
	}
	v, _ := viewByYear.LoadOrStore(year, p.newYearView(year, at))
	return v.(*Persona)
}

func (p *Persona) newYearView(year int, at Moment) *Persona {
	v := *p
	v.Greeting, v.Scene = at.Greeting, at.Scene
	v.Horizon.Year, v.Horizon.Place = year, at.Place
	if v.Greeting == "" {
		v.Greeting = derivedGreeting(year)
	}
	v.Moments = slices.DeleteFunc(slices.Clone(p.Moments), func(m Moment) bool { return m.Year > year })
	v.Minor = p.Minor || p.isChildIn(year)
	v.isViewOfRealPerson = p.IsRealPerson()
	if v.Greeting != p.Greeting {
		v.GreetingFollowUps = nil
	}
	if year < p.Horizon.Year {
		v.forgetLaterThan(year, newTimeline(p))
	}
	return &v
}

// isChildIn reports whether the persona was younger than eighteen in a year. Rule safety-minors.
func (p *Persona) isChildIn(year int) bool {
	born, ok := firstYear(p.Facts.Born)
	return ok && year < addYears(born, adultAge)
}

// forgetLaterThan removes from a view what the persona cannot know in year.
func (v *Persona) forgetLaterThan(year int, t timeline) {
	isKnown := func(text string) bool { return t.knownSince(text) <= year }
	isNotLater := func(text string) bool { return t.latestImpliedYear(text) <= year }
	v.Horizon.Era = ""
	v.SensitiveNote = ""
	v.Designation, v.Description, v.Want = textOrEmpty(v.Designation, isKnown), textOrEmpty(v.Description, isKnown), textOrEmpty(v.Want, isKnown)
	v.Bio = filterSentences(v.Bio, isKnown)
	v.Facts.Died, v.Facts.FurtherReading = "", ""
	v.Facts.KnownFor = textOrEmpty(v.Facts.KnownFor, isKnown)
	if born, ok := latestYear(v.Facts.Born); ok && born > year { // Born may name several dates; the latest one decides
		v.Facts.Born = ""
	}
	v.Facts.DatedFacts = slices.DeleteFunc(slices.Clone(v.Facts.DatedFacts), func(f DatedFact) bool {
		return !f.isKnownIn(year)
	})
	v.Topics = topicsUpTo(v.Topics, year, isKnown, isNotLater)
	v.Sayings = slices.DeleteFunc(slices.Clone(v.Sayings), func(s Saying) bool {
		return !isKnown(s.Text + " " + s.Source)
	})
	v.Samples = slices.DeleteFunc(slices.Clone(v.Samples), func(s Sample) bool { return !isNotLater(s.UserLine + " " + s.CharacterLine) })
	v.AuthoredLastPromptInstruction = textOrEmpty(v.AuthoredLastPromptInstruction, isNotLater)
	v.Voice.Style = filterSentences(v.Voice.Style, isNotLater)
	v.Voice.Openers = filterTexts(v.Voice.Openers, isNotLater)
	v.Voice.DontKnowAnswers = filterTexts(v.Voice.DontKnowAnswers, isNotLater)
	v.Voice.Bye = textOrEmpty(v.Voice.Bye, isNotLater)
	v.dropUnknownAnswers(isKnown)
}

func textOrEmpty(text string, ok func(string) bool) string {
	if ok(text) {
		return text
	}
	return ""
}

// topicsUpTo returns the topics that the persona knows in a year, without the texts that it
// does not know yet. A topic without texts is left out.
func topicsUpTo(topics []Topic, year int, known, notLater func(string) bool) (keptTopics []Topic) {
	for _, t := range topics {
		if t.FromYear != 0 {
			if t.Texts = filterTexts(t.Texts, notLater); t.FromYear <= year && len(t.Texts) > 0 {
				keptTopics = append(keptTopics, t)
			}
			continue
		}
		t.Texts = filterTexts(t.Texts, known)
		if len(t.Texts) > 0 && notLater(t.Question+" "+strings.Join(t.Words, " ")) {
			keptTopics = append(keptTopics, t)
		}
	}
	return keptTopics
}

func filterTexts(texts []string, ok func(string) bool) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return !ok(text) })
}

var sentencePattern = regexp.MustCompile(`[^.!?]+[.!?]+["”’)]*\s*`)

// filterSentences returns the sentences of a text that ok accepts.
func filterSentences(text string, ok func(string) bool) string {
	keptSentences := filterTexts(sentencePattern.FindAllString(text+" ", -1), ok)
	return strings.TrimSpace(strings.Join(keptSentences, ""))
}

// assumedMaxAge is the assumed age in years at the horizon, for personas without a year of
// birth.
const assumedMaxAge = 100

// timeline determines the first year in which a persona can say a text.
type timeline struct {
	presentYear     int            // year of texts without a date
	born            int            // year of birth; a text whose years are all earlier counts as a text without a date
	firstYearByName map[string]int // by name: the year of the earliest dated fact that contains the name
}

func newTimeline(p *Persona) timeline {
	t := timeline{presentYear: p.PresentYear(), born: p.Horizon.Year - assumedMaxAge, firstYearByName: map[string]int{}}
	if born, ok := firstYear(p.Facts.Born); ok {
		t.born = born
	}
	ownNames := map[string]bool{}
	for _, n := range namesIn(p.Name + " " + p.Facts.Born) {
		ownNames[n] = true
	}
	for _, f := range p.Facts.DatedFacts {
		year, ok := f.LastYear()
		if !ok {
			continue
		}
		for _, n := range namesIn("In " + f.EventText) {
			if first, seen := t.firstYearByName[n]; !ownNames[n] && (!seen || year < first) {
				t.firstYearByName[n] = year
			}
		}
	}
	return t
}

// knownSince returns the first year in which the persona can say a text.
func (t timeline) knownSince(text string) int {
	latest, ok := latestYear(text)
	if !ok || latest < t.born {
		return t.presentYear
	}
	return max(latest, t.latestImpliedYear(text))
}

// latestImpliedYear returns the latest year that dates a text. Such a year is named in the text, or
// firstYearByName has it for a name in the text. If no year dates the text, the result is earlier
// than all years.
func (t timeline) latestImpliedYear(text string) int {
	latestFoundYear := -1 << 31
	if y, ok := latestYear(text); ok {
		latestFoundYear = y
	}
	for _, n := range namesIn("In " + text) {
		if y, ok := t.firstYearByName[n]; ok {
			latestFoundYear = max(latestFoundYear, y)
		}
	}
	return latestFoundYear
}

// capitalisedNonNames are capitalised words that are no names: months, and words that begin
// a title.
var capitalisedNonNames = map[string]bool{
	"January": true, "February": true, "March": true, "April": true, "May": true, "June": true, "July": true,
	"August": true, "September": true, "October": true, "November": true, "December": true,
	"The": true, "His": true, "Her": true, "Mrs": true, "God": true, "King": true, "Queen": true,
}

// namesIn returns the capitalised words of three or more letters in a text, without
// capitalisedNonNames and the first word of each sentence.
func namesIn(text string) (names []string) {
	start := true
	for _, w := range strings.Fields(text) {
		word := strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
		word, _, _ = strings.Cut(word, "’")
		if !start && len(word) > 2 && unicode.IsUpper([]rune(word)[0]) && !capitalisedNonNames[word] {
			names = append(names, word)
		}
		start = strings.ContainsAny(w[len(w)-1:], ".!?:")
	}
	return names
}
