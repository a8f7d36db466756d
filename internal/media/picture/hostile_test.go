package picture_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"
)

// samplePicture returns a picture with a different colour in each corner.
func samplePicture(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, cornerColour(x >= w/2, y >= h/2))
		}
	}
	return m
}

// cornerColour returns the colour of a corner of samplePicture: red, green, blue or white.
func cornerColour(right, lower bool) color.NRGBA {
	switch {
	case !right && !lower:
		return color.NRGBA{220, 0, 0, 255}
	case !lower:
		return color.NRGBA{0, 220, 0, 255}
	case !right:
		return color.NRGBA{0, 0, 220, 255}
	}
	return color.NRGBA{230, 230, 230, 255}
}

func encodeJPEG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, m, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func encodePNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func encodeGIF(t testing.TB, frames ...image.Image) []byte {
	t.Helper()
	var g gif.GIF
	for _, m := range frames {
		p := image.NewPaletted(m.Bounds(), color.Palette{color.Black, color.NRGBA{220, 0, 0, 255}, color.Transparent})
		for i := range p.Pix {
			p.Pix[i] = 1
		}
		g.Image, g.Delay = append(g.Image, p), append(g.Delay, 1)
	}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, &g); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// pngChunk returns a chunk of a PNG.
func pngChunk(kind string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// pngWithChunks returns a PNG with a header and the given chunks. depth is in bits, colour is
// the colour type, interlace is 1 for an interlaced file.
func pngWithChunks(w, h uint32, depth, colour, interlace byte, chunks ...[]byte) []byte {
	headerBytes := binary.BigEndian.AppendUint32(nil, w)
	headerBytes = binary.BigEndian.AppendUint32(headerBytes, h)
	out := append([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", append(headerBytes, depth, colour, 0, 0, interlace))...)
	for _, c := range chunks {
		out = append(out, c...)
	}
	return append(out, pngChunk("IEND", nil)...)
}

// zeroPixels returns an IDAT chunk with n zero bytes, compressed to about n/1000 bytes.
func zeroPixels(n int) []byte {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	zeros := make([]byte, 1<<20)
	for ; n > 0; n -= len(zeros) {
		w.Write(zeros[:min(n, len(zeros))])
	}
	w.Close()
	return pngChunk("IDAT", out.Bytes())
}

// jpegSegment returns a segment of a JPEG.
func jpegSegment(marker byte, data string) []byte {
	return append([]byte{0xff, marker, byte((len(data) + 2) >> 8), byte(len(data) + 2)}, data...)
}

// withJPEGSegment inserts a segment after the first marker of a JPEG.
func withJPEGSegment(file []byte, marker byte, data string) []byte {
	return append(append(bytes.Clone(file[:2]), jpegSegment(marker, data)...), file[2:]...)
}

// exifData returns the content of an EXIF segment with an orientation, a GPS position and a
// text.
func exifData(orientation byte) string {
	return "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x02" +
		"\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string([]byte{orientation}) + "\x00\x00" +
		"\x88\x25\x00\x04\x00\x00\x00\x01\x00\x00\x00\x26" + "\x00\x00\x00\x00" + "GPS 52.5200 13.4050 Quorvelith"
}

// jpegWithFrame returns a JPEG that ends after the headers of its frame and its first scan.
func jpegWithFrame(marker byte, w, h uint16, components string) []byte {
	data := "\x08" + string([]byte{byte(h >> 8), byte(h), byte(w >> 8), byte(w), byte(len(components) / 3)}) + components
	return append([]byte("\xff\xd8"), append(jpegSegment(marker, data), jpegSegment(0xda, "\x01\x01\x00\x00\x3f\x00")...)...)
}

const yccComponents = "\x01\x22\x00\x02\x11\x01\x03\x11\x01"

// webpFile returns a WebP file with chunks.
func webpFile(chunks ...string) []byte {
	body := "WEBP"
	for _, c := range chunks {
		body += c
	}
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func riffChunk(kind, data string) string {
	return kind + string(binary.LittleEndian.AppendUint32(nil, uint32(len(data)))) + data + map[int]string{1: "\x00"}[len(data)%2]
}

// vp8x returns the header of an extended WebP.
func vp8x(flags byte, w, h uint32) string {
	le := func(n uint32) string { return string([]byte{byte(n), byte(n >> 8), byte(n >> 16)}) }
	return riffChunk("VP8X", string([]byte{flags, 0, 0, 0})+le(w-1)+le(h-1))
}

// vp8l returns a lossless chunk that ends after its header.
func vp8l(w, h uint32) string {
	sizeBits := w - 1 | (h-1)<<14
	return riffChunk("VP8L", "\x2f"+string(binary.LittleEndian.AppendUint32(nil, sizeBits)))
}

// gifOfSize returns a GIF with a screen of w by h pixels. Its first frame has frameW by frameH
// pixels.
func gifOfSize(w, h, frameW, frameH uint16) []byte {
	le := binary.LittleEndian
	out := le.AppendUint16(le.AppendUint16([]byte("GIF89a"), w), h)
	out = append(out, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2c, 0, 0, 0, 0)
	out = le.AppendUint16(le.AppendUint16(out, frameW), frameH)
	return append(out, 0, 2, 2, 0x4c, 0x01, 0, 0x3b)
}
