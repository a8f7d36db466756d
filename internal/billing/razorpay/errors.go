package razorpay

import (
	"fmt"
	"regexp"
)

const unauthorized = 401

// Refusal is the error of a call that Razorpay has understood and refused. It has the
// codes of the answer and no text of it.
type Refusal struct {
	Status int    // of HTTP
	Code   string // such as BAD_REQUEST_ERROR
	Reason string // such as input_validation_failed
	Field  string // of the request, or ""
}

// Error describes the refusal for the log.
func (r *Refusal) Error() string {
	if r.Status == unauthorized {
		return "razorpay: the key is refused; check COLLOQUY_RAZORPAY_KEY_ID and COLLOQUY_RAZORPAY_KEY_SECRET"
	}
	text := fmt.Sprintf("razorpay: refused with %d", r.Status)
	for _, part := range []string{r.Code, r.Reason, r.Field} {
		if part != "" {
			text += " " + part
		}
	}
	return text
}

type errorJSON struct {
	Error struct {
		Code        string `json:"code"`
		Description string `json:"description"`
		Reason      any    `json:"reason"`
		Field       any    `json:"field"`
	} `json:"error"`
}

// Razorpay says with 400 and one of these texts that an id does not exist. A 404 is an
// address that does not exist.
const (
	unknownID   = "id provided does not exist"
	malformedID = "is not a valid id"
)

var oneWord = regexp.MustCompile(`^[A-Za-z0-9_.]{1,60}$`)

// word returns a code of an answer, or "" for anything else, such as a sentence.
func word(value any) string {
	if text, ok := value.(string); ok && text != "NA" && oneWord.MatchString(text) {
		return text
	}
	return ""
}
