package sound

import (
	"encoding/binary"

	"colloquy/internal/voice/speech"
)

// minStreamedLength is the smallest length in a header that means an unknown length. Programs that
// write to a pipe use a value near 0x7FFFF000 or 0xFFFFFFFF. Some use 0.
const minStreamedLength = 0x7F000000

// wav is a WAV file. Its offsets are in bytes.
type wav struct {
	file                    []byte
	start, end              int // offset of the first sample, and offset after the last one
	formatOffset            int // offset of the content of the chunk "fmt "
	channels, bitsPerSample uint16
}

// readWAV finds the format and the samples of a WAV file. It returns speech.ErrProviderFailed if one of
// them is missing or there are fewer samples than the header says. Rule voice-providers.
func readWAV(file []byte) (wav, error) {
	w := wav{file: file}
	for at := 12; at+8 <= len(file); {
		size := int64(binary.LittleEndian.Uint32(file[at+4:]))
		switch name := string(file[at : at+4]); {
		case name == "fmt " && size >= 16 && at+24 <= len(file):
			w.formatOffset = at + 8
			w.channels, w.bitsPerSample = binary.LittleEndian.Uint16(file[at+10:]), binary.LittleEndian.Uint16(file[at+22:])
		case name == "data":
			return w.withSampleRange(at+8, size)
		}
		nextOffset := int64(at) + 8 + size + size&1
		if nextOffset > int64(len(file)) {
			break
		}
		at = int(nextOffset)
	}
	return w, speech.ProviderErrorf("a WAV file without samples")
}

// withSampleRange sets the range of the samples. at is the offset of the first sample, and size is the
// length in the header. If size means an unknown length (minStreamedLength), the samples reach to
// the end of the file.
func (w wav) withSampleRange(at int, size int64) (wav, error) {
	availableBytes := int64(len(w.file) - at)
	if size == 0 || size >= minStreamedLength {
		size = availableBytes
		if frame := int64(w.channels) * int64(w.bitsPerSample/8); frame > 0 {
			size -= size % frame
		}
	}
	w.start, w.end = at, at+int(min(size, availableBytes))
	switch {
	case w.formatOffset == 0:
		return w, speech.ProviderErrorf("a WAV file without a format")
	case size > availableBytes:
		return w, speech.ProviderErrorf("a WAV file cut at %d of %d bytes", availableBytes, size)
	case size == 0:
		return w, speech.ProviderErrorf("a WAV file without samples")
	}
	return w, nil
}

// withRealLengths writes the real lengths into the header and returns the file up to the end
// of the samples.
func (w wav) withRealLengths() []byte {
	binary.LittleEndian.PutUint32(w.file[4:], uint32(w.end-8))
	binary.LittleEndian.PutUint32(w.file[w.start-4:], uint32(w.end-w.start))
	return w.file[:w.end]
}

// HalveSampleRate returns a WAV file with half its sample rate: each two samples become their mean.
// A file must have one channel and 16 bits a sample; any other file is returned as it is.
// HalveSampleRate changes the bytes of file.
func HalveSampleRate(file []byte) []byte {
	if format, _ := DetectFormat(file); format != speech.WAV {
		return file
	}
	w, err := readWAV(file)
	if err != nil || w.channels != 1 || w.bitsPerSample != 16 {
		return file
	}
	out := w.start
	for at := w.start; at+4 <= w.end; at += 4 {
		a, b := int16(binary.LittleEndian.Uint16(file[at:])), int16(binary.LittleEndian.Uint16(file[at+2:]))
		binary.LittleEndian.PutUint16(file[out:], uint16((int(a)+int(b))/2))
		out += 2
	}
	for _, field := range []int{4, 8} { // offsets of the sample rate and of the byte rate
		at := file[w.formatOffset+field:]
		binary.LittleEndian.PutUint32(at, binary.LittleEndian.Uint32(at)/2)
	}
	w.end = out
	return w.withRealLengths()
}
