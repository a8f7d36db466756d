package core

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"time"
)

// NewID returns a UUIDv7 with the time now. IDs sort by these times.
func NewID(now time.Time) string {
	var b [16]byte
	rand.Read(b[6:])
	ms := uint64(now.UnixMilli())
	for i := range 6 {
		b[i] = byte(ms >> (40 - 8*i))
	}
	b[6] = b[6]&0x0f | 0x70
	b[8] = b[8]&0x3f | 0x80
	var out [36]byte
	hex.Encode(out[0:8], b[0:4])
	hex.Encode(out[9:13], b[4:6])
	hex.Encode(out[14:18], b[6:8])
	hex.Encode(out[19:23], b[8:10])
	hex.Encode(out[24:36], b[10:16])
	out[8], out[13], out[18], out[23] = '-', '-', '-', '-'
	return string(out[:])
}

// NewSecret returns 256 random bits as URL-safe text, for tokens. Rule
// accounts-google-start.
func NewSecret() string {
	var b [32]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}
