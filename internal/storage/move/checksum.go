package move

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
)

// checksum is a checksum of rows: the sum of their SHA-256 hashes, in four parts of 64 bits. The
// order of the rows does not matter. The engines sort texts differently, so they read rows in
// different orders. Rule operations-move-database.
type checksum struct {
	hashSumQuarters [4]uint64
	row             []byte // canonical form of the last row
}

// add adds a row. Its values have the types that convertValue returns.
func (c *checksum) add(values []any) {
	c.row = c.row[:0]
	for _, v := range values {
		c.row = appendValue(c.row, v)
	}
	hash := sha256.Sum256(c.row)
	for i := range c.hashSumQuarters {
		c.hashSumQuarters[i] += binary.BigEndian.Uint64(hash[8*i:])
	}
}

// String returns the checksum in hexadecimal.
func (c *checksum) String() string {
	var out []byte
	for _, part := range c.hashSumQuarters {
		out = binary.BigEndian.AppendUint64(out, part)
	}
	return hex.EncodeToString(out)
}

// appendValue appends the canonical form of a value: a byte for the type, and the value, with
// its length if that varies.
func appendValue(to []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return append(binary.BigEndian.AppendUint64(append(to, 't'), uint64(len(v))), v...)
	case []byte:
		return append(binary.BigEndian.AppendUint64(append(to, 'b'), uint64(len(v))), v...)
	case int64:
		return binary.BigEndian.AppendUint64(append(to, 'n'), uint64(v))
	case float64:
		return binary.BigEndian.AppendUint64(append(to, 'f'), math.Float64bits(v))
	case bool:
		if v {
			return append(to, 'y')
		}
		return append(to, 'x')
	}
	return append(to, '0') // NULL
}
