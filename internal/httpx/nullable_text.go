package httpx

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// NullableText is a field of a body that may be a text, null, or not sent.
type NullableText struct {
	IsSent bool   // whether the body has the field
	Value  string // empty for null
}

// UnmarshalJSON reads a text or null.
func (n *NullableText) UnmarshalJSON(data []byte) error {
	n.IsSent = true
	return json.Unmarshal(data, &n.Value)
}

// ValueIfSent returns nil if the field was not sent. Otherwise it returns the text, which is
// empty for null.
func (n NullableText) ValueIfSent() *string {
	if !n.IsSent {
		return nil
	}
	return &n.Value
}

// Schema describes the field for the OpenAPI document.
func (NullableText) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Nullable: true}
}
