package core

// HiddenUserName is shown to others instead of the name of a user with a hidden profile (rule
// settings-public-profile).
const HiddenUserName = "A member"
