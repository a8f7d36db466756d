package accounts

import (
	"bytes"
	_ "embed"
	"html/template"
)

// googlePage is the page in the popup window of a sign-in with Google. The content security policy
// allows no inline script or style. So both are files: web/public/google-sign-in.js and .css. If
// the window cannot close, the page shows a text and a link home. Rule accounts-google-page.
type googlePage struct {
	State  string // googleDone, googleCancelled, googleFailed, googleAsksPassword or googleAsksCode
	Text   string
	Secret string // GoogleResult.LinkToken or ChallengeToken, or empty
}

// States of a googlePage, by which the script of the page chooses its action.
const (
	googleDone         = "done"
	googleCancelled    = "cancelled" // the user has cancelled: the script closes the window
	googleFailed       = "failed"
	googleAsksPassword = "password" // asks for the password of the account
	googleAsksCode     = "code"     // asks for the code of two-factor sign-in
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
