package core

// Persona is the authored material of one character, as the seed files hold it
// (seed/persona.schema.json). The catalogue stores it, prompts are built from
// it, and the demo responder answers from it.
type Persona struct {
	ID          string   `json:"id"`           // 10-character opaque code
	CharacterID int      `json:"character_id"` // 1-255, 256-267, 273-293 (decisions §7)
	Slug        string   `json:"slug"`
	Name        string   `json:"name"`
	Category    string   `json:"category"` // one of the 24 of document 2 §3
	Letter      string   `json:"letter"`   // first-letter group
	Tags        []string `json:"tags"`
	Designation string   `json:"designation"` // tagline of at most 8 words
	Description string   `json:"description"` // one or two first-person sentences, for cards
	Bio         string   `json:"bio"`         // first person, 60 to 120 words
	Greeting    string   `json:"greeting"`    // the first reply; ends in a question
	IsFree      bool     `json:"is_free"`

	Sensitive     bool   `json:"sensitive"`                // speaks with context, under a notice
	SensitiveNote string `json:"sensitive_note,omitempty"` // the notice the chat shows

	// Minor says that the persona is under eighteen: no romance and no violence
	// towards it, by a rule of the prompt and of the demo responder.
	Minor bool `json:"minor,omitempty"`

	Horizon  Horizon   `json:"horizon"`
	Facts    FactSheet `json:"facts"`
	Scene    string    `json:"scene,omitempty"` // scenario bots: place, mood, what it wants
	Topics   []Topic   `json:"topics"`
	Sayings  []Saying  `json:"sayings"`
	Voice    Voice     `json:"voice"`
	Speech   Speech    `json:"speech"`
	Portrait Portrait  `json:"portrait"`
	Media    *Media    `json:"media,omitempty"` // seed/media.json
}

// Horizon is what a persona can know of: its own time and place.
type Horizon struct {
	Year  int    `json:"year"`  // last year it knows; negative is BC
	Place string `json:"place"` // where it speaks from
	Era   string `json:"era"`   // "Victorian London"
}

// FactSheet is the checked ground under a persona.
type FactSheet struct {
	Born     string      `json:"born,omitempty"`
	Died     string      `json:"died,omitempty"`
	KnownFor string      `json:"known_for"`
	Dated    []DatedFact `json:"dated,omitempty"`
	Reading  string      `json:"reading,omitempty"` // one further-reading line
}

// DatedFact is one thing that happened, with its year as people write it.
type DatedFact struct {
	Year string `json:"year"`
	Text string `json:"text"`
}

// Topic is something a persona likes to talk of.
type Topic struct {
	Key   string   `json:"key"`   // unique within the persona, kebab-case
	Words []string `json:"words"` // lower-case words that lead here
	Ask   string   `json:"ask"`   // the question a user would put, at most 60 characters
	Texts []string `json:"texts"` // 25 to 60 words each, told in order
}

// Saying is a line the persona is known for. Documented ones name a source;
// all others are marked as in the spirit of the person.
type Saying struct {
	Text   string `json:"text"`
	Status string `json:"status"` // "documented" or "in the spirit of"
	Source string `json:"source,omitempty"`
}

// Voice is how a persona talks.
type Voice struct {
	Style   string   `json:"style"`
	Openers []string `json:"openers"` // three short ways to begin
	Unknown []string `json:"unknown"` // three honest ways to have no page on something
	Bye     string   `json:"bye"`
}

// Speech is how a persona sounds when read aloud.
type Speech struct {
	Voice  string  `json:"voice"` // engine-neutral: "female-2", "male-1"
	Lang   string  `json:"lang"`  // BCP 47
	Rate   float64 `json:"rate"`  // 1 is normal
	Pitch  float64 `json:"pitch"` // 1 is normal
	Gender string  `json:"gender"`
}

// Portrait is one row of engraving traits. The engraver reads it from the seed
// file; the server only names the pictures that were made from it.
type Portrait map[string]any
