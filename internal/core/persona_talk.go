package core

import (
	"fmt"
	"regexp"
	"strings"
)

// Length is how much a persona says at once.
type Length string

// The lengths.
const (
	Terse Length = "terse" // one or two sentences
	Even  Length = "even"  // two to four
	Ample Length = "ample" // four to eight
)

// Kinds of samples.
const (
	SampleShort    = "short"    // a very short answer
	SampleUnknown  = "unknown"  // a question that the persona cannot answer
	SampleDisagree = "disagree" // it contradicts the user
	SampleFeeling  = "feeling"  // the user speaks of a feeling
	SampleLater    = "later"    // a question about a time after the horizon
	SamplePage     = "page"     // a question of a topic; only derived
)

// Sample is an exchange that shows the manner of a persona.
type Sample struct {
	Kind string `json:"kind"`
	User string `json:"user"`
	Char string `json:"char"`
}

// Patterns of styles that tell the length.
var (
	terseStyle = regexp.MustCompile(`(?i)\b(very short|short sentences|few words|terse|laconic|curt|clipped|sparing)`)
	ampleStyle = regexp.MustCompile(`(?i)\b(torrent|long (?:periods|sentences)|rolling periods|at length|expansive|voluble|talkative|cascad)`)
)

// ReplyLength returns the authored length of replies, or else the one that the style
// describes.
func (p *Persona) ReplyLength() Length {
	switch {
	case p.Length != "":
		return p.Length
	case terseStyle.MatchString(p.Voice.Style):
		return Terse
	case ampleStyle.MatchString(p.Voice.Style):
		return Ample
	}
	return Even
}

// WantText returns what the persona wants from the talk: the authored text, or else an
// answer to the question of its greeting. It is "" if there is neither.
func (p *Persona) WantText() string {
	if p.Want != "" {
		return p.Want
	}
	asked := lastSentence(p.Greeting)
	if !strings.HasSuffix(asked, "?") {
		return ""
	}
	return fmt.Sprintf("You want the user's own answer to what you asked first: “%s”", asked)
}

// PostHistoryText returns the line that a model reads last, at most 40 words: the
// authored one, or else the first sentence of the style.
func (p *Persona) PostHistoryText() string {
	if p.PostHistory != "" {
		return p.PostHistory
	}
	return strings.TrimSpace(sentenceText.FindString(p.Voice.Style + " "))
}

// networkYear is the year since which a persona may know the internet.
const networkYear = 1990

// SampleList returns exchanges that show the manner of a persona: the authored ones, or
// else the first texts of its topics, and its own ways not to know.
func (p *Persona) SampleList() []Sample {
	if len(p.Samples) > 0 {
		return p.Samples
	}
	var list []Sample
	add := func(kind, user string, char ...string) {
		if len(char) > 0 && char[0] != "" {
			list = append(list, Sample{kind, user, char[0]})
		}
	}
	page := func(i int) {
		if i < len(p.Topics) {
			add(SamplePage, p.Topics[i].Ask, p.Topics[i].Texts...)
		}
	}
	page(0)
	add(SampleUnknown, "What is the telephone number of the bakery in my street?", p.Voice.Unknown...)
	page(1)
	if p.Horizon.Year != 0 && p.Horizon.Year < networkYear && len(p.Voice.Unknown) > 1 {
		add(SampleLater, "What do you think of the internet?", p.Voice.Unknown[1:]...)
	}
	add(SampleShort, "I have to go now.", p.Voice.Bye)
	page(2)
	return list
}

// lastSentence returns the last sentence of a text.
func lastSentence(text string) string {
	all := sentenceText.FindAllString(text+" ", -1)
	if len(all) == 0 {
		return ""
	}
	return strings.TrimSpace(all[len(all)-1])
}
