package httpx

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// fieldTexts returns a text for each invalid field, by the name of the field in the
// body or query: huma's location body.email becomes email. Rule api-error-shape.
func fieldTexts(errs []error) map[string]string {
	out := map[string]string{}
	for _, err := range errs {
		d, ok := errors.AsType[*huma.ErrorDetail](err)
		if !ok {
			continue
		}
		_, field, found := strings.Cut(d.Location, ".")
		if !found {
			field = d.Location
		}
		message := d.Message
		if name, rest, marked := strings.Cut(message, fieldSeparator); marked {
			field, message = name, rest
		}
		if name, missing := missingProperty(message); missing {
			out[name] = name + " is missing"
			continue
		}
		out[field] = field + " " + requirementText(message)
	}
	return out
}

func missingProperty(message string) (name string, ok bool) {
	name, hasPrefix := strings.CutPrefix(message, "expected required property ")
	name, hasSuffix := strings.CutSuffix(name, " to be present")
	return name, hasPrefix && hasSuffix
}

// requirementTexts maps prefixes of the messages of huma and of typeRequirement to the text
// that follows the field's name. Longer prefixes come first.
var requirementTexts = []struct{ prefix, text string }{
	{"expected integer", "must be a whole number"},
	{"invalid integer", "must be a whole number"},
	{"expected number >= ", "must be at least "},
	{"expected number > ", "must be more than "},
	{"expected number <= ", "must be at most "},
	{"expected number < ", "must be less than "},
	{"expected number", "must be a number"},
	{"invalid float", "must be a number"},
	{"expected boolean", "must be true or false"},
	{"invalid boolean", "must be true or false"},
	{"expected string", "must be text"},
	{"expected array", "must be a list"},
	{"expected object", "must be an object"},
	{"expected value to be one of ", "must be one of "},
	{"unexpected property", "is not known here"},
}

// requirementText converts a message of huma into the text after a field's name. For an
// unknown message, which may contain names of Go types, it returns a general text.
func requirementText(message string) string {
	for _, r := range requirementTexts {
		if rest, ok := strings.CutPrefix(message, r.prefix); ok {
			if strings.HasSuffix(r.text, " ") {
				return r.text + rest
			}
			return r.text
		}
	}
	return "is not valid"
}

// fieldSeparator separates the field and the message in an error of decodeJSON. It is a NUL
// character, which checkJSON refuses in keys.
const fieldSeparator = "\x00"

// decodeJSON is json.Unmarshal with errors that contain the field's name and no names
// of Go types.
func decodeJSON(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return errors.New(wrong.Field + fieldSeparator + typeRequirement(wrong.Type))
	}
	return err
}

// typeRequirement returns huma's message for a value that is not of type t.
func typeRequirement(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "expected integer"
	case reflect.Float32, reflect.Float64:
		return "expected number"
	case reflect.Bool:
		return "expected boolean"
	case reflect.String:
		return "expected string"
	case reflect.Slice, reflect.Array:
		return "expected array"
	case reflect.Pointer:
		return typeRequirement(t.Elem())
	}
	return "expected object"
}
