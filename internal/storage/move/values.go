package move

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
)

// The data types of PostgreSQL for which the move has a conversion. Times are numbers, and JSON
// is text (docs/architecture.md, Data).
const (
	textType    = "text"
	bigintType  = "bigint"
	integerType = "integer"
	booleanType = "boolean"
	doubleType  = "double precision"
	bytesType   = "bytea"
)

var convertedTypes = []string{textType, bigintType, integerType, booleanType, doubleType, bytesType}

// Errors of values that SQLite stores and PostgreSQL does not.
var (
	// Rule operations-move-database.
	errNUL       = errors.New("has a NUL character, which PostgreSQL does not store")
	errNotUTF8   = errors.New("is not UTF-8")
	errWrongType = errors.New("has a value of another type")
	errTooLarge  = errors.New("has a number that is too large")
)

// ValueError reports a value that PostgreSQL cannot store. It does not contain the value.
type ValueError struct {
	Table  string
	Key    string // the primary key of the row, such as "id = a"
	Column string
	Err    error
}

// Error names the row and the column.
func (e *ValueError) Error() string {
	return fmt.Sprintf("move: %s (%s): %s %v", e.Table, e.Key, e.Column, e.Err)
}

// Unwrap returns the reason.
func (e *ValueError) Unwrap() error { return e.Err }

// convertValue returns a value of SQLite as a value of a data type of PostgreSQL: string, int64, bool,
// float64, []byte, or nil for NULL.
func convertValue(v any, dataType string) (any, error) {
	if v == nil {
		return nil, nil
	}
	switch dataType {
	case textType:
		return convertText(v)
	case booleanType:
		return convertBoolean(v)
	case doubleType:
		if n, ok := v.(int64); ok {
			return float64(n), nil
		}
		return requireType[float64](v)
	case bytesType:
		return requireType[[]byte](v)
	}
	n, ok := v.(int64)
	if !ok {
		return nil, errWrongType
	}
	if dataType == integerType && (n < math.MinInt32 || n > math.MaxInt32) {
		return nil, errTooLarge
	}
	return n, nil
}

func convertText(v any) (any, error) {
	text, ok := v.(string)
	switch {
	case !ok:
		return nil, errWrongType
	case strings.IndexByte(text, 0) >= 0:
		return nil, errNUL
	case !utf8.ValidString(text):
		return nil, errNotUTF8
	}
	return text, nil
}

// convertBoolean converts a boolean. The driver returns a bool for a column that is declared
// BOOLEAN, and otherwise the number 0 or 1.
func convertBoolean(v any) (any, error) {
	if n, ok := v.(int64); ok && (n == 0 || n == 1) {
		return n == 1, nil
	}
	return requireType[bool](v)
}

func requireType[T any](v any) (any, error) {
	if t, ok := v.(T); ok {
		return t, nil
	}
	return nil, errWrongType
}

// withoutRowValues returns an error of PostgreSQL without its details, which contain values of rows.
func withoutRowValues(err error) error {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return &pgconn.PgError{Severity: e.Severity, Code: e.Code, Message: e.Message, TableName: e.TableName, ConstraintName: e.ConstraintName}
	}
	return err
}
