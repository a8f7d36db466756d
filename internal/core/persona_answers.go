package core

import (
	"maps"
	"slices"
)

// Intent is a common question, whatever its wording.
type Intent string

// The intents of Persona.CoreAnswers.
const (
	AsksWho         Intent = "who"          // who are you?
	AsksKnownFor    Intent = "known_for"    // what are you known for?
	AsksProud       Intent = "proud"        // what are you proudest of?
	AsksRegret      Intent = "regret"       // what do you regret?
	AsksLove        Intent = "love"         // were you in love, married?
	AsksChildren    Intent = "children"     // have you children?
	AsksChildhood   Intent = "childhood"    // childhood and parents
	AsksFriend      Intent = "friend"       // who is your best friend?
	AsksEnemy       Intent = "enemy"        // who is your enemy or rival?
	AsksDeath       Intent = "death"        // are you afraid of death?
	AsksFaith       Intent = "faith"        // do you believe in God?
	AsksFear        Intent = "fear"         // what are you afraid of?
	AsksHappy       Intent = "happy"        // are you happy?
	AsksDay         Intent = "day"          // an ordinary day
	AsksFood        Intent = "food"         // food and drink
	AsksMusic       Intent = "music"        // music, books, amusement
	AsksMisread     Intent = "misread"      // what do people get wrong about you?
	AsksWorkAdvice  Intent = "work_advice"  // advice for work and ambition
	AsksLoveAdvice  Intent = "love_advice"  // advice for love
	AsksGriefAdvice Intent = "grief_advice" // advice for grief and failure
	AsksOurTime     Intent = "our_time"     // what do you make of our time and its machines?
	AsksSecret      Intent = "secret"       // tell me a secret
	AsksJoke        Intent = "joke"         // tell me a joke
	AsksQuestion    Intent = "question"     // what would you ask me?
	AsksGoodbye     Intent = "goodbye"      // goodbye and thanks
)

// Intents returns every intent. Rule demo-core.
func Intents() []Intent {
	return []Intent{
		AsksWho, AsksKnownFor, AsksProud, AsksRegret, AsksLove, AsksChildren, AsksChildhood, AsksFriend, AsksEnemy,
		AsksDeath, AsksFaith, AsksFear, AsksHappy, AsksDay, AsksFood, AsksMusic, AsksMisread, AsksWorkAdvice,
		AsksLoveAdvice, AsksGriefAdvice, AsksOurTime, AsksSecret, AsksJoke, AsksQuestion, AsksGoodbye,
	}
}

// GreetingFollowUps are the replies to a user who answers the question of the greeting. AfterYes
// and AfterNo are for a yes-or-no question. AfterFirstChoice and AfterSecondChoice are for a
// question with two choices.
type GreetingFollowUps struct {
	AfterYes          string               `json:"yes,omitempty"`
	AfterNo           string               `json:"no,omitempty"`
	AfterFirstChoice  *GreetingChoiceReply `json:"a,omitempty"`
	AfterSecondChoice *GreetingChoiceReply `json:"b,omitempty"`
	AfterOther        string               `json:"other"` // any other answer
}

// GreetingChoiceReply is the reply to a user who chooses one of the two things that a greeting
// offers.
type GreetingChoiceReply struct {
	Words []string `json:"words"` // lower-case words by which a user's answer chooses this branch
	Text  string   `json:"text"`
}

// FeelingAnswers are the replies to a user who mentions a feeling.
type FeelingAnswers struct {
	AfterSadness  string `json:"sad"`
	AfterAnxiety  string `json:"anxious"`
	AfterGladness string `json:"glad"`
}

// Reactions are the replies to a user who neither asks nor tells, but reacts to the persona's
// words. They fit any subject and any point of a talk. Rule cast-core.
type Reactions struct {
	AfterThanks string `json:"thanks,omitempty"`
	AfterLaugh  string `json:"laugh,omitempty"`
	AfterWow    string `json:"wow,omitempty"`    // the user is impressed
	AfterInsult string `json:"insult,omitempty"` // the user is rude or bored
	AfterSorry  string `json:"sorry,omitempty"`  // the user feels for the persona, or apologises
	GoOn        string `json:"go_on,omitempty"`  // leads to another text of the subject
}

// Texts returns the replies that are set.
func (r Reactions) Texts() []string {
	all := []string{r.AfterThanks, r.AfterLaugh, r.AfterWow, r.AfterInsult, r.AfterSorry, r.GoOn}
	return slices.DeleteFunc(all, func(text string) bool { return text == "" })
}

// KnownPerson is a person about whom the persona has a text.
type KnownPerson struct {
	Name  string   `json:"name"`
	Words []string `json:"words"` // lower-case words that mean this person, such as "wife"
	Says  string   `json:"says"`  // what the persona says about this person
}

// Manner is how a persona speaks, in measures that a test checks against its texts
// (rule cast-manner).
type Manner struct {
	// MeanSentenceLengthRange is the least and the largest mean length of sentences, in words.
	MeanSentenceLengthRange [2]int `json:"sentence"`
	// SentenceLengthSpreadRange is the least and the largest standard deviation of the lengths of sentences.
	SentenceLengthSpreadRange [2]int          `json:"spread"`
	ContractionFrequency      MannerFrequency `json:"contractions"`
	ExclamationFrequency      MannerFrequency `json:"exclamations"`
	QuestionFrequency         MannerFrequency `json:"questions"`
	SemicolonFrequency        MannerFrequency `json:"semicolons"`
	// FiguresOfSpeech describes the persona's figures of speech in one sentence, for the prompt.
	FiguresOfSpeech string   `json:"rhetoric"`
	AddressForms    []string `json:"address,omitempty"` // forms of address
	Words           []string `json:"words"`             // words of the persona's time or trade that the persona uses
	NeverWords      []string `json:"never"`             // words that the persona never uses
}

// MannerFrequency is how often something occurs in the texts of a persona.
type MannerFrequency string

// The values of MannerFrequency. The number from which something has FrequencySome or FrequencyMany
// depends on what is counted.
const (
	FrequencyNone MannerFrequency = "none"
	FrequencySome MannerFrequency = "some"
	FrequencyMany MannerFrequency = "many"
)

// dropUnknownAnswers removes from a view each answer for whose text the function `known` returns
// false. If `known` returns false for one reply in Feelings, dropUnknownAnswers removes all of
// Feelings. Rule prompt-year.
func (v *Persona) dropUnknownAnswers(known func(string) bool) {
	v.CoreAnswers = maps.Clone(v.CoreAnswers)
	maps.DeleteFunc(v.CoreAnswers, func(_ Intent, text string) bool { return !known(text) })
	v.People = slices.DeleteFunc(slices.Clone(v.People), func(k KnownPerson) bool { return !known(k.Says) })
	if f := v.Feelings; f != nil && (!known(f.AfterSadness) || !known(f.AfterAnxiety) || !known(f.AfterGladness)) {
		v.Feelings = nil
	}
	r := &v.Reactions
	for _, text := range []*string{&r.AfterThanks, &r.AfterLaugh, &r.AfterWow, &r.AfterInsult, &r.AfterSorry, &r.GoOn} {
		*text = textOrEmpty(*text, known)
	}
}
