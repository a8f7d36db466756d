package core

// Plan is the authored material of a plan, as the seed holds it (decisions §4).
type Plan struct {
	ID       int      `json:"id"`
	Name     string   `json:"plan_name"`
	Amount   int64    `json:"amount"`   // in the minor unit of the currency
	Currency string   `json:"currency"` // ISO 4217
	Days     int      `json:"days"`     // how long a purchase lasts
	Cycle    string   `json:"cycle"`    // monthly or yearly
	Meta     PlanMeta `json:"meta_data"`
}

// PlanMeta is what a locked character says about a plan (document 2 §2).
type PlanMeta struct {
	Title          string `json:"title"`
	SubTitle       string `json:"sub_title"`
	Description    string `json:"description"`
	SubDescription string `json:"sub_description"`
}
