package sound

import (
	"encoding/binary"

	"colloquy/internal/voice/speech"
)

// streamed is the least length in a header that means an unknown length: programs that
// write to a pipe send 0x7FFFF000, 0xFFFFFFFF or a value near them. Others send 0.
const streamed = 0x7F000000

// wav is a WAV file. at is the offset of the samples, end that of the byte behind them.
type wav struct {
	file          []byte
	at, end       int
	format        int // offset of the format
	channels, bit uint16
}

// readWAV finds the samples. It returns ErrBroken if there are fewer than the header says.
func readWAV(file []byte) (wav, error) {
	w := wav{file: file}
	for at := 12; at+8 <= len(file); {
		size := int64(binary.LittleEndian.Uint32(file[at+4:]))
		switch name := string(file[at : at+4]); {
		case name == "fmt " && size >= 16 && at+24 <= len(file):
			w.format = at + 8
			w.channels, w.bit = binary.LittleEndian.Uint16(file[at+10:]), binary.LittleEndian.Uint16(file[at+22:])
		case name == "data":
			return w.withSamples(at+8, size)
		}
		next := int64(at) + 8 + size + size&1
		if next > int64(len(file)) {
			break
		}
		at = int(next)
	}
	return w, speech.Broken("a WAV file without samples")
}

func (w wav) withSamples(at int, size int64) (wav, error) {
	there := int64(len(w.file) - at)
	if size == 0 || size >= streamed {
		size = there
		if frame := int64(w.channels) * int64(w.bit/8); frame > 0 {
			size -= size % frame
		}
	}
	w.at, w.end = at, at+int(min(size, there))
	switch {
	case w.format == 0:
		return w, speech.Broken("a WAV file without a format")
	case size > there:
		return w, speech.Broken("a WAV file cut at %d of %d bytes", there, size)
	case size == 0:
		return w, speech.Broken("a WAV file without samples")
	}
	return w, nil
}

// repaired returns the file with its real lengths in the header, and nothing after the
// samples.
func (w wav) repaired() []byte {
	binary.LittleEndian.PutUint32(w.file[4:], uint32(w.end-8))
	binary.LittleEndian.PutUint32(w.file[w.at-4:], uint32(w.end-w.at))
	return w.file[:w.end]
}

// Smaller returns a WAV file of one channel and 16 bits with half its sample rate: each
// two samples become their mean. It changes file. Other files are returned as they are.
func Smaller(file []byte) []byte {
	if format, _ := Detect(file); format != speech.WAV {
		return file
	}
	w, err := readWAV(file)
	if err != nil || w.channels != 1 || w.bit != 16 {
		return file
	}
	out := w.at
	for at := w.at; at+4 <= w.end; at += 4 {
		a, b := int16(binary.LittleEndian.Uint16(file[at:])), int16(binary.LittleEndian.Uint16(file[at+2:]))
		binary.LittleEndian.PutUint16(file[out:], uint16((int(a)+int(b))/2))
		out += 2
	}
	for _, field := range []int{4, 8} { // samples a second, bytes a second
		at := file[w.format+field:]
		binary.LittleEndian.PutUint32(at, binary.LittleEndian.Uint32(at)/2)
	}
	w.end = out
	return w.repaired()
}
