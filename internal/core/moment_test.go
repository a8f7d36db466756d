package core_test

import (
	"encoding/json"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/seed"
)

func TestYearsInReadsEveryForm(t *testing.T) {
	for text, want := range map[string][]int{
		"44–43 BC":                       {-44, -43},
		"about 287 BC":                   {-287},
		"1773–1775":                      {1773, 1775},
		"1665–66":                        {1665, 1666},
		"1358 to 1384":                   {1358, 1384},
		"31 August AD 12, Antium":        {12},
		"26 April 121, Rome":             {121},
		"4th century BC":                 {-400, -301},
		"8th century":                    {701, 800},
		"about 380s":                     {380, 389},
		"later in the century":           nil,
		"12 ships and 40 men, at 7 knot": nil,
		"the sum is 5050, by order 9066": nil,
	} {
		if got := core.YearsIn(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if y, ok := (core.DatedFact{Year: "about 65"}).LastYear(); !ok || y != 65 {
		t.Errorf("about 65: %d %v", y, ok)
	}
}

// TestWordsThatBeginTitlesTellNoTime: words such as "May" and "The" in a dated fact do not date
// other texts with the same word. rule prompt-year
func TestWordsThatBeginTitlesTellNoTime(t *testing.T) {
	p := personaOfSeveralYears()
	year := p.PresentYear()
	p.Facts.DatedFacts = append(p.Facts.DatedFacts, core.DatedFact{Year: strconv.Itoa(year + 3), EventText: "Reads The Rights in April."})
	p.Horizon.Year = year + 10
	p.Present, p.Moments = year, []core.Moment{{Year: year, Greeting: "Well?"}, {Year: year + 3, Greeting: "So?"}}
	p.Voice.DontKnowAnswers = append(p.Voice.DontKnowAnswers, "In April The gulls know it, and I do not.")
	if v := p.AtYear(year); !slices.Contains(v.Voice.DontKnowAnswers, "In April The gulls know it, and I do not.") {
		t.Errorf("%q", v.Voice.DontKnowAnswers)
	}
}

// personaOfSeveralYears is a persona whose texts belong to several years.
func personaOfSeveralYears() *core.Persona {
	return &core.Persona{
		CharacterID: 124, Name: "Horatio Nelson", Designation: "Dying today", Greeting: "How shall we spend it?", Scene: "Before the battle.",
		Bio:     "In 1777 I became a lieutenant. I never learned to like the sea. In 1801 I saw Copenhagen.",
		Horizon: core.Horizon{Year: 1805, Place: "HMS Victory", Era: "Trafalgar"},
		Facts: core.FactSheet{
			Born: "29 September 1758, Burnham Thorpe", Died: "21 October 1805", KnownFor: "Trafalgar.",
			DatedFacts: []core.DatedFact{
				{Year: "1797", EventText: "Loses his right arm at Tenerife."}, {Year: "1798", EventText: "Destroys the French fleet in Aboukir Bay."},
				{Year: "1801", EventText: "Fights at Copenhagen."}, {Year: "1805", EventText: "Killed at Trafalgar."},
			},
		},
		Topics: []core.Topic{
			{Key: "eye", Texts: []string{"They say at Copenhagen I did not see the signal, in 1794 or so.", "In 1794 a stone at Calvi took my eye."}},
			{Key: "sick", Texts: []string{"I am sick in every gale."}},
			{Key: "arm", FromYear: 1797, Texts: []string{"They took it off by lantern."}},
		},
		Sayings: []core.Saying{
			{Text: "Before this time tomorrow I shall have gained a peerage.", SourceStatus: "documented", Source: "Before the Nile, 31 July 1798"},
			{Text: "No captain can do very wrong.", SourceStatus: "documented", Source: "Memorandum, 9 October 1805"},
			{Text: "Dinner first.", SourceStatus: "in the spirit of"},
		},
		Voice: core.Voice{Style: "You speak fast. You confess Copenhagen as a man does before action.", Openers: []string{"My dear sir,", "As I said at Copenhagen,"}, Bye: "God bless you."},
	}
}

// A persona without authored moments gets three moments from its dates: youth, height and last
// year. A persona without dates, a child and a persona that died young get no moments.
// rule prompt-moments
func TestMomentsAreDerivedFromTheFacts(t *testing.T) {
	var got []string
	for _, m := range personaOfSeveralYears().MomentList() {
		got = append(got, m.Label+" "+core.YearText(m.Year))
		if !strings.HasSuffix(m.Greeting, "?") {
			t.Errorf("%s: the greeting %q asks nothing", m.Label, m.Greeting)
		}
	}
	if want := []string{"Youth 1778", "Height 1798", "Last year 1805"}; !slices.Equal(got, want) {
		t.Errorf("moments %v, want %v", got, want)
	}
	for name, p := range map[string]*core.Persona{
		"no dates":     {Name: "Bot", Horizon: core.Horizon{Year: 2026}},
		"no horizon":   {Facts: core.FactSheet{Born: "1758"}},
		"child":        {Minor: true, Facts: core.FactSheet{Born: "1840"}, Horizon: core.Horizon{Year: 1870}},
		"died a youth": {Facts: core.FactSheet{Born: "1850"}, Horizon: core.Horizon{Year: 1869}},
	} {
		if list := p.MomentList(); len(list) != 0 {
			t.Errorf("%s: moments %v", name, list)
		}
	}
}

func TestAuthoredMomentsComeFirst(t *testing.T) {
	p := personaOfSeveralYears()
	p.Moments = []core.Moment{{Year: 1798, Label: "The Nile", Place: "Vanguard", Scene: "Night.", Greeting: "Do you hear the guns?"}}
	list := p.MomentList()
	if len(list) != 2 || list[0].Label != "The Nile" || list[1].Year != 1805 {
		t.Fatalf("moments %+v", list)
	}
	v := p.AtYear(1800)
	if v.Greeting != "Do you hear the guns?" || v.Scene != "Night." || v.Horizon.Place != "Vanguard" || v.Horizon.Year != 1800 {
		t.Errorf("view %+v %q", v.Horizon, v.Greeting)
	}
	if early := p.AtYear(1700); early.Horizon.Year != 1798 {
		t.Errorf("before the first moment: %d", early.Horizon.Year)
	}
}

// The persona of the year 1798 has no fact, topic, saying or sentence of a later year, and keeps
// the others. The persona itself does not change. rule prompt-year
func TestPersonaAtYearKnowsNothingLater(t *testing.T) {
	p := personaOfSeveralYears()
	personaJSON, _ := json.Marshal(p)
	v := p.AtYear(1798)
	text, _ := json.Marshal(v)
	for _, later := range []string{"Copenhagen", "Trafalgar", "1805", "1801", "Victory", "Dying", "sick in every gale", "Dinner first", "How shall we", "Before the battle"} {
		if later == "Victory" && v.Horizon.Place == "" {
			continue
		}
		if strings.Contains(string(text), later) {
			t.Errorf("the view of 1798 has %q: %s", later, text)
		}
	}
	for _, kept := range []string{"lieutenant", "Tenerife", "Aboukir", "Calvi", "lantern", "peerage", "You speak fast", "My dear sir", "God bless"} {
		if !strings.Contains(string(text), kept) {
			t.Errorf("the view of 1798 lacks %q: %s", kept, text)
		}
	}
	if !v.IsRealPerson() {
		t.Error("the view is not a person who lived")
	}
	if after, _ := json.Marshal(p); string(after) != string(personaJSON) {
		t.Error("the persona has changed")
	}
	if p.AtYear(1798) != v {
		t.Error("a second call makes a second view")
	}
	for _, year := range []int{0, 1805, 1900} {
		if p.AtYear(year) != p {
			t.Errorf("the view of %d is not the persona", year)
		}
	}
	runtime.KeepAlive(p)
}

// A persona is a minor in the years in which it is younger than eighteen. rule safety-minors
func TestAViewOfAChildIsAMinor(t *testing.T) {
	p := personaOfSeveralYears()
	p.Moments = []core.Moment{{Year: 1770, Label: "Boy"}, {Year: 1776, Label: "Sailor"}}
	if !p.AtYear(1770).Minor || !p.AtYear(1775).Minor || p.AtYear(1776).Minor {
		t.Error("at twelve and seventeen Nelson is a minor, at eighteen not")
	}
}

// If a persona has no authored want, last instruction, length of replies and samples, they are
// derived from its other texts.
// rule prompt-derived
func TestWantReplyLengthAndSamplesAreDerived(t *testing.T) {
	p := personaOfSeveralYears()
	if got := p.WantFromTalk(); !strings.Contains(got, "How shall we spend it?") {
		t.Errorf("wants %q", got)
	}
	if got := p.LastPromptInstruction(); got != "You speak fast." {
		t.Errorf("post history %q", got)
	}
	for style, want := range map[string]core.Length{"You speak in very short sentences.": core.TerseLength, "You speak in rolling periods.": core.AmpleLength, "You speak plainly.": core.MediumLength} {
		p.Voice.Style = style
		if got := p.ReplyLength(); got != want {
			t.Errorf("%s: %s", style, got)
		}
	}
	p.Voice.DontKnowAnswers = []string{"No frigates.", "I cannot read that signal."}
	answerByKind := map[string]string{}
	for _, s := range p.SampleExchanges() {
		answerByKind[s.Kind] = s.CharacterLine
	}
	if answerByKind[core.SampleUnknown] != "No frigates." || answerByKind[core.SampleLater] != "I cannot read that signal." || answerByKind[core.SampleShort] != "God bless you." || answerByKind[core.SampleTopic] == "" {
		t.Errorf("samples %v", answerByKind)
	}
	p.Want, p.AuthoredReplyLength, p.AuthoredLastPromptInstruction = "You want a letter carried.", core.TerseLength, "Be brief."
	p.Samples = []core.Sample{{Kind: core.SampleShort, UserLine: "Well?", CharacterLine: "No."}}
	if p.WantFromTalk() != p.Want || p.ReplyLength() != core.TerseLength || p.LastPromptInstruction() != p.AuthoredLastPromptInstruction || len(p.SampleExchanges()) != 1 {
		t.Error("authored values are not used")
	}
	if got := (&core.Persona{Greeting: "Good day."}).WantFromTalk(); got != "" {
		t.Errorf("wants %q", got)
	}
}

// TestEveryPersonaOfTheSeedKeepsItsYears covers rules prompt-moments and prompt-year
// over the whole cast.
func TestEveryPersonaOfTheSeedKeepsItsYears(t *testing.T) {
	list, err := seed.Personas()
	if err != nil {
		t.Fatal(err)
	}
	personaWithMomentsCount := 0
	for i := range list {
		p := &list[i]
		moments := p.MomentList()
		if len(moments) > 0 {
			personaWithMomentsCount++
		}
		for _, m := range moments {
			v := p.AtYear(m.Year)
			if m.Year > p.Horizon.Year || v.Horizon.Year != m.Year || v.Greeting == "" {
				t.Errorf("%s: moment %+v gives the year %d", p.Slug, m, v.Horizon.Year)
			}
			if v.Minor && !p.Minor && len(p.Moments) == 0 {
				t.Errorf("%s: the derived moment %d is that of a child", p.Slug, m.Year)
			}
			if m.Year < p.Horizon.Year {
				checkNoLaterYear(t, p.Slug, v)
			}
		}
	}
	if personaWithMomentsCount < 240 {
		t.Errorf("%d personas have moments", personaWithMomentsCount)
	}
}

func checkNoLaterYear(t *testing.T, slug string, v *core.Persona) {
	t.Helper()
	topics := slices.Clone(v.Topics)
	for i := range topics {
		topics[i].FromYear = 0 // 0 keeps FromYear out of the JSON text: YearsIn would read -44 (44 BC) as the year 44
	}
	text, err := json.Marshal([]any{v.Bio, v.Facts.DatedFacts, topics, v.Sayings, v.Voice})
	if err != nil {
		t.Fatal(err)
	}
	for _, y := range core.YearsIn(string(text)) {
		if y > v.Horizon.Year {
			t.Errorf("%s in %d: the view names %d", slug, v.Horizon.Year, y)
		}
	}
}
