package razorpay

import (
	"fmt"
	"regexp"
)

const statusUnauthorized = 401

// Refusal is the error of a call that Razorpay has understood and refused. It has the codes of
// Razorpay's answer, but none of the answer's text.
type Refusal struct {
	Status int    // HTTP status
	Code   string // such as BAD_REQUEST_ERROR
	Reason string // such as input_validation_failed
	Field  string // the refused field of the request, or ""
}

// Error describes the refusal for the log.
func (r *Refusal) Error() string {
	if r.Status == statusUnauthorized {
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

// If an id does not exist, Razorpay answers 400 with a description that contains one of these
// texts. It answers 404 only for an unknown path.
const (
	unknownIDText   = "id provided does not exist"
	malformedIDText = "is not a valid id"
)

var errorCodePattern = regexp.MustCompile(`^[A-Za-z0-9_.]{1,60}$`)

// safeErrorCode returns the value if it is a code. It returns "" for any other value, such as a
// sentence.
func safeErrorCode(value any) string {
	if text, ok := value.(string); ok && text != "NA" && errorCodePattern.MatchString(text) {
		return text
	}
	return ""
}
