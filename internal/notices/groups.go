package notices

// Group is a group of notices that users can switch off. Its value is the name of its column in
// user_settings. Rule settings-notices.
type Group string

// The groups.
const (
	CharacterUpdates Group = "character_updates"
	Interactions     Group = "interactions"
	Promotions       Group = "promotions"
	Newsletter       Group = "newsletter"
)

// mailColumns maps each group to the column of user_settings that says whether the user wants its
// mail.
var mailColumns = map[Group]string{
	CharacterUpdates: "mail_updates", Interactions: "mail_interactions", Promotions: "mail_promotions", Newsletter: "mail_newsletter",
}
