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

// viewsByPersona holds the views that AtYear has made, so that each call returns the
// same one: packages cache values by the pointer of a persona. An entry is removed when
// its persona is garbage collected.
var viewsByPersona sync.Map // weak.Pointer[Persona] to *sync.Map of *Persona by year

// AtYear returns the persona as it was in a year: it knows nothing later (rule
// prompt-year). Its facts, pages, sayings and texts of later years are missing, and its
// greeting, scene and place are those of the moment.
//
// Texts are dated by the years that they name and by the dated facts whose names they
// share. A text without any date belongs to the horizon, from which it was written, and
// is missing in every earlier view.
//
// AtYear returns p itself if year is 0, not before the horizon, or if the persona has no
// moments. A year before the first moment means the first moment. A persona that is
// younger than eighteen in that year is a minor. p must not change after the first call.
func (p *Persona) AtYear(year int) *Persona {
	moments := p.MomentList()
	if year == 0 || len(moments) == 0 {
		return p
	}
	at := momentAt(moments, year)
	year = max(year, at.Year)
	if year >= p.Horizon.Year && at.Greeting == p.Greeting {
		return p
	}
	return p.viewOf(min(year, p.Horizon.Year), at)
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

// viewOf returns the stored view of a year, or makes it.
func (p *Persona) viewOf(year int, at Moment) *Persona {
	key := weak.Make(p)
	stored, found := viewsByPersona.LoadOrStore(key, new(sync.Map))
	if !found {
		runtime.AddCleanup(p, func(key weak.Pointer[Persona]) { viewsByPersona.Delete(key) }, key)
	}
	views := stored.(*sync.Map)
	if v, ok := views.Load(year); ok {
		return v.(*Persona)
	}
	v, _ := views.LoadOrStore(year, p.newView(year, at))
	return v.(*Persona)
}

func (p *Persona) newView(year int, at Moment) *Persona {
	v := *p
	v.Greeting, v.Scene = at.Greeting, at.Scene
	v.Horizon.Year, v.Horizon.Place = year, at.Place
	if v.Greeting == "" {
		v.Greeting = greetingOf(year)
	}
	v.Moments = slices.DeleteFunc(slices.Clone(p.Moments), func(m Moment) bool { return m.Year > year })
	v.Minor = p.Minor || p.isChildIn(year)
	v.lived = p.Lived()
	if year < p.Horizon.Year {
		v.forgetAfter(year, newTimeline(p))
	}
	return &v
}

// isChildIn reports whether the persona was younger than eighteen in a year.
func (p *Persona) isChildIn(year int) bool {
	born, ok := firstYear(p.Facts.Born)
	return ok && year < addYears(born, adultAge)
}

// forgetAfter removes from a view what is later than year.
func (v *Persona) forgetAfter(year int, t timeline) {
	known := func(text string) bool { return t.knownSince(text) <= year }
	v.Horizon.Era = ""
	v.Designation, v.Description, v.SensitiveNote = "", "", ""
	v.Bio = sentences(v.Bio, known)
	v.Facts.Died, v.Facts.KnownFor, v.Facts.Reading = "", "", ""
	v.Facts.Dated = slices.DeleteFunc(slices.Clone(v.Facts.Dated), func(f DatedFact) bool {
		return !f.isKnownIn(year)
	})
	notLater := func(text string) bool { return t.firstHint(text) <= year }
	v.Topics = topicsUpTo(v.Topics, year, known, notLater)
	v.Sayings = slices.DeleteFunc(slices.Clone(v.Sayings), func(s Saying) bool {
		return !known(s.Text + " " + s.Source)
	})
	v.Want = ""
	v.Samples = slices.DeleteFunc(slices.Clone(v.Samples), func(s Sample) bool { return !notLater(s.User + " " + s.Char) })
	if !notLater(v.PostHistory) {
		v.PostHistory = ""
	}
	v.Voice.Style = sentences(v.Voice.Style, notLater)
	v.Voice.Openers = keep(v.Voice.Openers, notLater)
	v.Voice.Unknown = keep(v.Voice.Unknown, notLater)
	if !notLater(v.Voice.Bye) {
		v.Voice.Bye = ""
	}
}

// topicsUpTo returns the topics that are known in a year, with the texts that are.
func topicsUpTo(topics []Topic, year int, known, notLater func(string) bool) (kept []Topic) {
	for _, t := range topics {
		if t.From != 0 {
			if t.From <= year {
				kept = append(kept, t)
			}
			continue
		}
		t.Texts = keep(t.Texts, known)
		if len(t.Texts) > 0 && notLater(t.Ask+" "+strings.Join(t.Words, " ")) {
			kept = append(kept, t)
		}
	}
	return kept
}

func keep(texts []string, ok func(string) bool) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return !ok(text) })
}

var sentenceText = regexp.MustCompile(`[^.!?]+[.!?]+["”’)]*\s*`)

// sentences returns the sentences of a text that ok accepts.
func sentences(text string, ok func(string) bool) string {
	kept := keep(sentenceText.FindAllString(text+" ", -1), ok)
	return strings.TrimSpace(strings.Join(kept, ""))
}

// maxAge is used for personas without a year of birth.
const maxAge = 100

// timeline dates texts of one persona.
type timeline struct {
	horizon int
	born    int            // earlier numbers in a text are not years of the persona's life
	since   map[string]int // first year of the dated facts that have a name
}

func newTimeline(p *Persona) timeline {
	t := timeline{horizon: p.Horizon.Year, born: p.Horizon.Year - maxAge, since: map[string]int{}}
	if born, ok := firstYear(p.Facts.Born); ok {
		t.born = born
	}
	own := map[string]bool{}
	for _, n := range namesIn(p.Name + " " + p.Facts.Born) {
		own[n] = true
	}
	for _, f := range p.Facts.Dated {
		year, ok := f.LastYear()
		if !ok {
			continue
		}
		for _, n := range namesIn("In " + f.Text) {
			if first, seen := t.since[n]; !own[n] && (!seen || year < first) {
				t.since[n] = year
			}
		}
	}
	return t
}

// knownSince returns the year since which the persona can say a text.
func (t timeline) knownSince(text string) int {
	latest, ok := latestYear(text)
	if !ok || latest < t.born {
		return t.horizon
	}
	return max(latest, t.firstHint(text))
}

// firstHint returns the latest year that a text hints at, or the earliest possible year
// if it has no hint.
func (t timeline) firstHint(text string) int {
	latest := -1 << 31
	if y, ok := latestYear(text); ok {
		latest = y
	}
	for _, n := range namesIn("In " + text) {
		if y, ok := t.since[n]; ok {
			latest = max(latest, y)
		}
	}
	return latest
}

// namesIn returns the capitalised words of a text except the first word of each
// sentence.
func namesIn(text string) (names []string) {
	start := true
	for _, w := range strings.Fields(text) {
		bare := strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
		bare, _, _ = strings.Cut(bare, "’")
		if !start && bare != "I" && len(bare) > 2 && unicode.IsUpper([]rune(bare)[0]) {
			names = append(names, bare)
		}
		start = strings.ContainsAny(w[len(w)-1:], ".!?:")
	}
	return names
}
