package content

import "context"

// Help is the content of Help & Support, in the form that the table stores and the API
// returns.
type Help struct {
	Categories    []HelpCategory `json:"categories" nullable:"false" doc:"In the order of their buttons"`
	Questions     []HelpQuestion `json:"questions" nullable:"false"`
	Contacts      []HelpContact  `json:"contacts" nullable:"false"`
	Hours         []HelpFact     `json:"hours" nullable:"false" doc:"Business hours by days"`
	ResponseTimes []HelpFact     `json:"response_times" nullable:"false" doc:"Response times by contact"`
	ResponseNote  string         `json:"response_note" doc:"A sentence that applies to all response times"`
	Resources     []HelpResource `json:"resources" nullable:"false"`
}

// HelpCategory is a category of questions.
type HelpCategory struct {
	Key  string `json:"key"`
	Name string `json:"name"`
}

// HelpQuestion is a question with its answer. Paths of this site in the answer are links.
type HelpQuestion struct {
	ID       string `json:"id"`
	Category string `json:"category" doc:"The key of a category"`
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

// HelpContact is a way to reach support.
type HelpContact struct {
	Kind         string `json:"kind" enum:"chat,email,phone"`
	Title        string `json:"title"`
	Availability string `json:"note"`
}

// HelpFact is a row of a list of facts.
type HelpFact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// HelpResource is a link to a page of this site.
type HelpResource struct {
	Title string `json:"title"`
	Page  string `json:"page" doc:"The title of the page"`
	Link  string `json:"link"`
}

// helpLanguage is the language of the only row of the table help.
const helpLanguage = "en"

// Help returns the content of Help & Support. Rule help-content.
func (s *Service) Help(ctx context.Context) (Help, error) { return s.store.help(ctx, helpLanguage) }
