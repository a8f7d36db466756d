package accounts

import (
	"bytes"
	_ "embed"
	"html/template"
)

// googlePage is the page in the popup window of a sign-in with Google. Its script and styles
// are files (web/public/google-sign-in.js and .css), because the content security policy
// allows nothing inline. google_page.html has the text and the link home of a page that cannot
// close. Rule accounts-google-page.
type googlePage struct {
	State  string // googleDone, googleCancelled, googleFailed, googlePassword or googleCode
	Text   string
	Secret string // GoogleResult.Ticket or Challenge, or empty
}

// States of a googlePage, by which the script of the page chooses its action.
const (
	googleDone      = "done"
	googleCancelled = "cancelled" // the user has cancelled: the script closes the window
	googleFailed    = "failed"
	googlePassword  = "password" // asks for the password of the account
	googleCode      = "code"     // asks for the code of two-factor sign-in
)

// Texts of the page. Rule accounts-google-texts.
const (
	googleDoneText     = "You are logged in. You can close this window."
	googlePasswordText = "You already have an account with this email address. Enter its password once to connect it with Google."
)

//go:embed google_page.html
var googlePageHTML string

var googlePageTemplate = template.Must(template.New("google").Parse(googlePageHTML))

// html returns the page.
func (p googlePage) html() ([]byte, error) {
	var b bytes.Buffer
	err := googlePageTemplate.Execute(&b, p)
	return b.Bytes(), err
}
