package core

// Persona is the authored text of a character: the content of a file in seed/personas.
// Package catalogue stores it, package chat builds prompts from it, and the demo
// responder composes replies from it (ADR 2).
type Persona struct {
	ID          string `json:"id"`           // 10-character opaque code
	CharacterID int    `json:"character_id"` // 1-267 or 273-293
	Slug        string `json:"slug"`
	// FormerSlugs are the slugs of the personas that this one has replaced. Their addresses
	// lead to this persona (rule catalogue-former-slugs).
	FormerSlugs []string `json:"former_slugs,omitempty"`
	Name        string   `json:"name"`
	Category    string   `json:"category"` // name of one of the 24 categories
	Initial     string   `json:"letter"`   // the letter that characters are grouped by
	Tags        []string `json:"tags"`
	Designation string   `json:"designation"` // tagline of at most 8 words
	Description string   `json:"description"` // one or two first-person sentences, for cards
	Bio         string   `json:"bio"`         // first person, 60 to 120 words
	Greeting    string   `json:"greeting"`    // the first reply; ends in a question
	IsFree      bool     `json:"is_free"`     // true for about two thirds

	CareReasons   []CareReason `json:"care,omitempty"`
	SensitiveNote string       `json:"sensitive_note,omitempty"` // notice on the profile and in the chat

	// Minor marks a persona under eighteen. The prompt and the demo responder allow
	// neither romance with it nor violence against it.
	Minor bool `json:"minor,omitempty"`

	Horizon Horizon `json:"horizon"`
	// Present is the year from which the persona speaks by default; 0 means Horizon.Year. It is the
	// year of one of Moments. Texts without a date belong to this year. Rule cast-present.
	Present                       int       `json:"now,omitempty"`
	Moments                       []Moment  `json:"moments,omitempty"` // MomentList derives others if there are none
	Facts                         FactSheet `json:"facts"`
	Scene                         string    `json:"scene,omitempty"`        // for characters of a scenario: place, mood and aim
	Want                          string    `json:"want,omitempty"`         // what the persona wants from the talk; if empty, WantFromTalk derives it
	AuthoredReplyLength           Length    `json:"length,omitempty"`       // if empty, ReplyLength derives it
	AuthoredLastPromptInstruction string    `json:"post_history,omitempty"` // if empty, LastPromptInstruction derives it
	Samples                       []Sample  `json:"samples,omitempty"`      // if empty, SampleExchanges derives them

	// CoreAnswers has the answers to common questions. In the seed each intent is in CoreAnswers
	// or in NoAnswerReasons (rule cast-core).
	CoreAnswers map[Intent]string `json:"core,omitempty"`
	// NoAnswerReasons has the reason why an intent is not in CoreAnswers, such as that no source
	// is known. Only editors read it.
	NoAnswerReasons   map[Intent]string  `json:"silent,omitempty"`
	GreetingFollowUps *GreetingFollowUps `json:"greeting_replies,omitempty"`
	Feelings          *FeelingAnswers    `json:"feelings,omitempty"`
	Reactions         Reactions          `json:"reactions,omitzero"`
	People            []KnownPerson      `json:"people,omitempty"`

	Topics   []Topic        `json:"topics"`
	Sayings  []Saying       `json:"sayings"`
	Voice    Voice          `json:"voice"`
	Speech   SyntheticVoice `json:"speech"`
	Portrait PortraitTraits `json:"portrait"`
	Media    *Media         `json:"media,omitempty"` // comes from seed/media.json

	isViewOfRealPerson bool // set in the views of AtYear, which have no date of death
}

// The highest character_ids of the seed catalogue (rule catalogue-numbers). Historical
// figures have the numbers up to lastHistoricalID. Characters who never lived have the
// numbers above it, up to lastSeededID.
const (
	lastHistoricalID = 255
	lastSeededID     = 293
)

// IsRealPerson reports whether the persona is a person who lived. A persona outside the seed
// catalogue counts as a person who lived if it has a date of death.
func (p *Persona) IsRealPerson() bool {
	if p.CharacterID > 0 && p.CharacterID <= lastSeededID {
		return p.CharacterID <= lastHistoricalID
	}
	return p.isViewOfRealPerson || p.Facts.Died != ""
}

// maxFirstQuestions is the largest number of FirstQuestions (rule
// suggestions-at-most-three).
const maxFirstQuestions = 3

// FirstQuestions returns the authored questions of the first topics, with which a
// conversation can begin. Rules chat-greeting, chat-first-question.
func (p *Persona) FirstQuestions() []string {
	out := []string{}
	for _, t := range p.Topics[:min(maxFirstQuestions, len(p.Topics))] {
		out = append(out, t.Question)
	}
	return out
}

// PresentYear returns the year in which the persona speaks if no other is chosen. Rule
// cast-present.
func (p *Persona) PresentYear() int {
	if p.Present != 0 {
		return p.Present
	}
	return p.Horizon.Year
}

// Horizon is the time and place of a persona. The persona knows nothing of what happened
// after Year.
type Horizon struct {
	Year  int    `json:"year"`  // negative is BC
	Place string `json:"place"` // where the persona lives
	Era   string `json:"era"`   // such as "Victorian London"
}

// FactSheet has verified facts about a persona. Each historical figure has one.
type FactSheet struct {
	Born           string      `json:"born,omitempty"`
	Died           string      `json:"died,omitempty"`
	KnownFor       string      `json:"known_for"`
	DatedFacts     []DatedFact `json:"dated,omitempty"`
	FurtherReading string      `json:"reading,omitempty"` // one recommendation for further reading
}

// DatedFact is an event, with its year as people write it ("44 BC").
type DatedFact struct {
	Year      string `json:"year"`
	EventText string `json:"text"`
	// IsAfterHorizon says that the persona cannot know the fact: it is shown to readers
	// and is in no prompt.
	IsAfterHorizon bool `json:"after_horizon,omitempty"`
}

// Topic is a subject that a persona likes to talk about.
type Topic struct {
	Key      string   `json:"key"`   // unique within the persona, kebab-case
	Words    []string `json:"words"` // lower-case words that select the topic
	Question string   `json:"ask"`   // a user's question about the topic, at most 60 characters
	Texts    []string `json:"texts"` // replies of 25 to 60 words each, given in order
	// FromYear is the first year in which the persona knows the topic. AtYear still leaves out texts
	// of the topic that name later years. If FromYear is 0, AtYear dates each text of the topic.
	FromYear int `json:"from,omitempty"`
}

// Saying is a sentence that the persona is known for. Source is set unless SourceStatus is
// SayingInSpirit. Speaker is set only if SourceStatus is SayingCharacter.
type Saying struct {
	Text         string `json:"text"`
	SourceStatus string `json:"status"`
	Source       string `json:"source,omitempty"`
	Speaker      string `json:"speaker,omitempty"` // such as "Prospero"
}

// The values of Saying.SourceStatus.
const (
	SayingDocumented = "documented"
	SayingCharacter  = "character" // a character in a work of the persona says it
	SayingInSpirit   = "in the spirit of"
)

// Voice is the written style of a persona.
type Voice struct {
	Style           string   `json:"style"`
	Manner          *Manner  `json:"manner,omitempty"`
	Openers         []string `json:"openers"` // three short starts of a reply
	DontKnowAnswers []string `json:"unknown"` // three ways to say that it does not know
	Bye             string   `json:"bye"`
}

// SyntheticVoice selects the synthetic voice of a persona.
type SyntheticVoice struct {
	Voice  string  `json:"voice"` // engine-neutral: "female-2", "male-1"
	Lang   string  `json:"lang"`  // BCP 47
	Rate   float64 `json:"rate"`  // 1 is normal
	Pitch  float64 `json:"pitch"` // 1 is normal
	Gender string  `json:"gender"`
	// Pronounce maps words of the persona to spellings that a voice pronounces right, such
	// as Nehru to Nay-roo. The server's voices use it.
	Pronounce map[string]string `json:"pronounce,omitempty"`
}

// PortraitTraits has the traits from which seed/portraits draws the portrait. The server
// does not use them: it serves the finished pictures.
type PortraitTraits map[string]any
