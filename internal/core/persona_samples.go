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
	TerseLength  Length = "terse" // one or two sentences
	MediumLength Length = "even"  // two to four sentences
	AmpleLength  Length = "ample" // four to eight sentences
)

// Kinds of samples.
const (
	SampleShort    = "short"    // a very short answer
	SampleUnknown  = "unknown"  // a question that the persona cannot answer
	SampleDisagree = "disagree" // the persona contradicts the user
	SampleFeeling  = "feeling"  // the user speaks of a feeling
	SampleLater    = "later"    // a question about a time after the horizon
	SampleTopic    = "page"     // a question about a topic; only SampleExchanges makes it
)

// Sample is an exchange that shows the manner of a persona.
type Sample struct {
	Kind          string `json:"kind"`
	UserLine      string `json:"user"`
	CharacterLine string `json:"char"`
}

// terseStylePattern matches a Voice.Style with short replies, ampleStylePattern one with long replies.
var (
	terseStylePattern = regexp.MustCompile(`(?i)\b(very short|short sentences|few words|terse|laconic|curt|clipped|sparing)`)
	ampleStylePattern = regexp.MustCompile(`(?i)\b(torrent|long (?:periods|sentences)|rolling periods|at length|expansive|voluble|talkative|cascad)`)
)

// ReplyLength returns the authored length of replies, or else the one that the style
// describes.
func (p *Persona) ReplyLength() Length {
	switch {
	case p.AuthoredReplyLength != "":
		return p.AuthoredReplyLength
	case terseStylePattern.MatchString(p.Voice.Style):
		return TerseLength
	case ampleStylePattern.MatchString(p.Voice.Style):
		return AmpleLength
	}
	return MediumLength
}

// WantFromTalk returns what the persona wants from the talk. Without an authored text, the persona
// wants an answer to the question of its greeting. WantFromTalk returns "" if the greeting does not end
// in a question. WantFromTalk, ReplyLength, LastPromptInstruction and SampleExchanges derive what is not authored
// (rule prompt-derived).
func (p *Persona) WantFromTalk() string {
	if p.Want != "" {
		return p.Want
	}
	question := lastSentence(p.Greeting)
	if !strings.HasSuffix(question, "?") {
		return ""
	}
	return fmt.Sprintf("You want the user's own answer to what you asked first: “%s”", question)
}

// LastPromptInstruction returns the line that a model reads last: the authored one, which has at
// most 40 words, or else the first sentence of the style.
func (p *Persona) LastPromptInstruction() string {
	if p.AuthoredLastPromptInstruction != "" {
		return p.AuthoredLastPromptInstruction
	}
	return strings.TrimSpace(sentencePattern.FindString(p.Voice.Style + " "))
}

// internetYear is the year since which a persona may know the internet.
const internetYear = 1990

// SampleExchanges returns exchanges that show the manner of a persona. Without authored samples it makes
// them of the topics, Voice.DontKnowAnswers and Voice.Bye.
func (p *Persona) SampleExchanges() []Sample {
	if len(p.Samples) > 0 {
		return p.Samples
	}
	var list []Sample
	add := func(kind, user string, char ...string) {
		if len(char) > 0 && char[0] != "" {
			list = append(list, Sample{kind, user, char[0]})
		}
	}
	addTopic := func(i int) {
		if i < len(p.Topics) {
			add(SampleTopic, p.Topics[i].Question, p.Topics[i].Texts...)
		}
	}
	addTopic(0)
	add(SampleUnknown, "What is the telephone number of the bakery in my street?", p.Voice.DontKnowAnswers...)
	addTopic(1)
	if p.Horizon.Year != 0 && p.Horizon.Year < internetYear && len(p.Voice.DontKnowAnswers) > 1 {
		add(SampleLater, "What do you think of the internet?", p.Voice.DontKnowAnswers[1:]...)
	}
	add(SampleShort, "I have to go now.", p.Voice.Bye)
	addTopic(2)
	return list
}

// lastSentence returns the last sentence of a text.
func lastSentence(text string) string {
	sentences := sentencePattern.FindAllString(text+" ", -1)
	if len(sentences) == 0 {
		return ""
	}
	return strings.TrimSpace(sentences[len(sentences)-1])
}
