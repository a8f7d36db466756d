package core

// HiddenUserName is shown to others instead of the name of a user with a hidden profile (rules
// settings-public-profile, collections-shared-page).
const HiddenUserName = "A member"
