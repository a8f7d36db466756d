package picture_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/media/picture"
)

func soon() time.Time { return time.Now().Add(10 * time.Second) }

// hostileFiles has files by name, with the error that each must cause; nil is a file
// that becomes a picture.
func hostileFiles(t testing.TB) map[string]hostileFile {
	t.Helper()
	photo, plain := asJPEG(t, sample(300, 200)), asPNG(t, sample(300, 200))
	moving := asGIF(t, sample(30, 30), sample(30, 30))
	kind, big, damaged := picture.ErrKind, picture.ErrTooBig, picture.ErrDamaged
	files := map[string]hostileFile{
		"nothing": {nil, kind}, "one byte": {[]byte{0xff}, kind}, "a text": {[]byte("hello"), kind}, "zeros": {make([]byte, 1000), kind},
		"SVG": {[]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), kind}, "SVG with a declaration": {[]byte(`<?xml version="1.0"?><svg/>`), kind},
		"HTML": {[]byte("<!doctype html><script>alert(1)</script>"), kind}, "PDF": {[]byte("%PDF-1.7\n"), kind}, "ZIP": {[]byte("PK\x03\x04"), kind}, "WAV": {[]byte("RIFF\x04\x00\x00\x00WAVE"), kind},
		"BMP": {[]byte("BM\x00\x00\x00\x00"), kind}, "TIFF": {[]byte("II*\x00"), kind}, "ICO": {[]byte("\x00\x00\x01\x00"), kind}, "AVIF": {[]byte("\x00\x00\x00\x1cftypavif"), kind}, "HEIC": {[]byte("\x00\x00\x00\x1cftypheic"), kind},
		"ELF": {[]byte("\x7fELF"), kind}, "JPEG behind a text": {append([]byte("x"), photo...), kind}, "GIF of no version": {[]byte("GIF88a\x01\x00\x01\x00"), kind}, "PNG with a wrong signature": {append([]byte("\x89PNG\n"), plain[5:]...), kind},
		"JPEG magic alone": {[]byte("\xff\xd8\xff"), damaged}, "JPEG magic and HTML": {[]byte("\xff\xd8\xff<script>alert(1)</script>"), damaged}, "PNG magic alone": {plain[:8], damaged}, "GIF magic alone": {[]byte("GIF89a"), damaged}, "GIF magic and HTML": {[]byte("GIF89a/*<script>*/=1"), big},
		"WebP magic alone": {[]byte("RIFF\x04\x00\x00\x00WEBP"), damaged}, "polyglot GIF and script": {append(bytes.Clone(moving), "<script>alert('Quorvelith')</script>"...), nil},
		"polyglot JPEG and HTML": {append(bytes.Clone(photo), "<html>Quorvelith"...), nil}, "polyglot JPEG and ZIP": {append(bytes.Clone(photo), "PK\x03\x04Quorvelith"...), nil}, "comment with HTML": {withSegment(photo, 0xfe, "<script>Quorvelith</script>"), nil},
		"PNG with a text":              {bytes.Replace(plain, []byte("\x00\x00\x00\x00IEND"), append(chunk("tEXt", []byte("Comment\x00<script>Quorvelith")), "\x00\x00\x00\x00IEND"...), 1), nil},
		"PNG with a wrong CRC":         {bytes.Replace(plain, []byte("IDAT"), []byte("IDAU"), 1), damaged},
		"PNG of no size":               {pngOf(0, 0, 8, 2, 0), damaged},
		"PNG of no height":             {pngOf(5, 0, 8, 2, 0), damaged},
		"PNG of 2^31 by 2^31":          {pngOf(1<<31-1, 1<<31-1, 8, 6, 0), damaged},
		"PNG of 65535 by 65535":        {pngOf(65535, 65535, 8, 6, 0), big},
		"PNG of one long line":         {pngOf(1_000_000, 1, 8, 0, 0), big},
		"PNG of one high column":       {pngOf(1, 1_000_000, 8, 0, 0), big},
		"PNG of 16 bits, 25 megapixel": {pngOf(5000, 5000, 16, 6, 0), big},
		"PNG interlaced, 25 megapixel": {pngOf(5000, 5000, 8, 6, 1), big},
		"PNG of 3 bits":                {pngOf(5, 5, 3, 2, 0), damaged},
		"PNG without pixels":           {pngOf(5, 5, 8, 2, 0), damaged},
		"PNG with too few pixels":      {pngOf(500, 500, 8, 2, 0, zeros(1000)), damaged},
		"PNG with a bomb of pixels":    {pngOf(50, 50, 8, 2, 0, zeros(200<<20)), damaged},
		"PNG with a bomb of text":      {pngOf(50, 50, 8, 0, 0, chunk("zTXt", append([]byte("a\x00\x00"), zeros(100 << 20)[8:]...)), zeros(50*51)), nil},
		"PNG with a length of 4 GB":    {append(bytes.Clone(plain[:33]), "\xff\xff\xff\xffIDAT"...), damaged},
		"PNG with two headers":         {append(bytes.Clone(plain[:33]), plain[8:]...), damaged},
		"PNG with a palette too short": {pngOf(4, 1, 8, 3, 0, chunk("PLTE", []byte{1, 2, 3}), chunk("IDAT", []byte("\x78\x01\x01\x05\x00\xfa\xff\x00\x09\x09\x09\x09\x00\x36\x00\x25"))), damaged},
		"APNG with 10,000 frames":      {apng(plain, 10_000), nil},
		"GIF with 10,000 frames":       {asGIF(t, slices.Repeat([]image.Image{sample(8, 8)}, 10_000)...), nil},
		"GIF of 65535 by 65535":        {gifHeader(65535, 65535, 65535, 65535), big},
		"GIF of no size":               {gifHeader(0, 0, 0, 0), damaged},
		"GIF with a frame too large":   {gifHeader(10, 10, 65535, 65535), damaged},
		"GIF with a frame of no size":  {gifHeader(10, 10, 0, 0), damaged},
		"GIF without frames":           {append(bytes.Clone(gifHeader(10, 10, 1, 1)[:19]), 0x3b), damaged},
	}
	maps.Copy(files, hostileJPEGsAndWebPs(photo))
	for format, whole := range map[string][]byte{"JPEG": photo, "PNG": plain, "GIF": asGIF(t, sample(300, 200))} {
		for _, part := range []int{4, 2} {
			files[fmt.Sprintf("%s cut off at 1/%d", format, part)] = hostileFile{whole[:len(whole)/part], damaged}
		}
	}
	return files
}

func hostileJPEGsAndWebPs(photo []byte) map[string]hostileFile {
	big, damaged := picture.ErrTooBig, picture.ErrDamaged
	return map[string]hostileFile{
		"JPEG of 65535 by 65535":         {frame(0xc0, 65535, 65535, ycc), big},
		"JPEG of no size":                {frame(0xc0, 0, 0, ycc), damaged},
		"JPEG of no height":              {frame(0xc0, 10, 0, ycc), damaged},
		"JPEG progressive, 25 megapixel": {frame(0xc2, 5000, 5000, ycc), big},
		"JPEG of CMYK, 25 megapixel":     {frame(0xc0, 5000, 5000, "\x01\x11\x00\x02\x11\x00\x03\x11\x00\x04\x11\x00"), big},
		"JPEG lossless":                  {frame(0xc3, 10, 10, ycc), damaged},
		"JPEG arithmetic":                {frame(0xc9, 10, 10, ycc), damaged},
		"JPEG of 5 components":           {frame(0xc0, 10, 10, ycc+"\x04\x11\x01\x05\x11\x01"), damaged},
		"JPEG without components":        {frame(0xc0, 10, 10, ""), damaged},
		"JPEG with 500 scans":            {append(bytes.Clone(photo), bytes.Repeat([]byte{0xff, 0xda}, 500)...), damaged},
		"JPEG with an endless header":    {append([]byte("\xff\xd8"), bytes.Repeat([]byte{0xff}, 5<<20)...), damaged},
		"JPEG with 50,000 segments":      {append([]byte("\xff\xd8"), bytes.Repeat(segment(0xe5, "x"), 50_000)...), damaged},
		"EXIF with a position":           {withSegment(photo, 0xe1, exif(1)), nil},
		"EXIF of orientation 0":          {withSegment(photo, 0xe1, exif(0)), nil}, "EXIF of orientation 9": {withSegment(photo, 0xe1, exif(9)), nil},
		"EXIF with a directory far away":   {withSegment(photo, 0xe1, "Exif\x00\x00MM\x00*\xff\xff\xff\xff"), nil},
		"EXIF with 65535 entries":          {withSegment(photo, 0xe1, "Exif\x00\x00II*\x00\x08\x00\x00\x00\xff\xff"), nil},
		"EXIF cut off":                     {withSegment(photo, 0xe1, exif(6)[:17]), nil},
		"WebP of 28 bytes":                 {riff(vp8x(0x10, 16384, 16384)), big},
		"WebP of 2^24 by 2^24":             {riff(vp8x(0, 1<<24, 1<<24)), damaged},
		"WebP with a larger picture":       {riff(vp8x(0, 1, 1), vp8l(16384, 16384)), damaged},
		"WebP lossless of 16384":           {riff(vp8l(16384, 16384)), big},
		"WebP lossless of 25 megapixel":    {riff(vp8l(5000, 5000)), big},
		"WebP lossless without pixels":     {riff(vp8l(100, 100)), damaged},
		"WebP with alpha and no picture":   {riff(vp8x(0x10, 10, 10), riffChunk("ALPH", "\x00")), damaged},
		"WebP with compressed alpha":       {riff(vp8x(0x10, 100, 100), riffChunk("ALPH", "\x01\xff\xff")), damaged},
		"WebP with an unknown chunk":       {riff(riffChunk("EXIF", "Quorvelith")), damaged},
		"WebP with a chunk of 4 GB":        {riff("VP8 \xff\xff\xff\xff"), damaged},
		"WebP animated":                    {riff(vp8x(0x02, 10, 10), riffChunk("ANIM", "\x00\x00\x00\x00\x00\x00"), riffChunk("ANMF", strings.Repeat("\x00", 40))), damaged},
		"WebP lossy of a key frame broken": {riff(riffChunk("VP8 ", "\x10\x00\x00\x9d\x01\x2a\x0a\x00\x0a\x00")), damaged},
	}
}

type hostileFile struct {
	data []byte
	want error
}

// apng puts an animation with frames of one pixel behind the pixels of a PNG.
func apng(file []byte, frames int) []byte {
	end := len(file) - 12
	out := bytes.Clone(file[:end])
	for n := range frames {
		control := append([]byte{0, 0, byte(n >> 8), byte(n)}, make([]byte, 22)...)
		out = append(out, chunk("fcTL", control)...)
		out = append(out, chunk("fdAT", []byte{0, 0, byte(n >> 8), byte(n), 1, 2, 3})...)
	}
	return append(out, file[end:]...)
}

// TestHostileFiles: each file is refused or becomes a small picture in which nothing of
// the file but its pixels is left.
// rules media-upload, media-upload-kinds
func TestHostileFiles(t *testing.T) {
	files := hostileFiles(t)
	t.Logf("%d files", len(files))
	if len(files) < 80 {
		t.Errorf("only %d files", len(files))
	}
	for name, f := range files {
		begun := time.Now()
		p, err := picture.Square(f.data, time.Now().Add(2*time.Second))
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("%s took %v", name, took)
		}
		if !errors.Is(err, f.want) || (f.want == nil) != (err == nil) {
			t.Errorf("%s: %v, want %v", name, err, f.want)
			continue
		}
		if err == nil {
			checkClean(t, name, p)
		}
	}
}

// checkClean checks that a picture is small and has no text of its source.
func checkClean(t *testing.T, name string, p picture.Picture) {
	t.Helper()
	m, format, err := image.Decode(bytes.NewReader(p.Data))
	if err != nil || format != string(p.Format) || m.Bounds().Dx() > picture.OutputSide || m.Bounds().Dx() != m.Bounds().Dy() {
		t.Errorf("%s becomes %s %v, %v", name, format, m.Bounds(), err)
	}
	for _, text := range []string{"Quorvelith", "script", "GPS", "Exif", "tEXt", "PK\x03\x04"} {
		if bytes.Contains(p.Data, []byte(text)) {
			t.Errorf("%s keeps %q", name, text)
		}
	}
}

// TestDamagedFilesNeverPanic flips bytes of good files. A panic of a decoder would be an
// error too, but an unexpected one.
func TestDamagedFilesNeverPanic(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, whole := range [][]byte{asJPEG(t, sample(64, 48)), asPNG(t, sample(64, 48)), asGIF(t, sample(64, 48)), smallWebP, lossyWebP} {
		for range 400 {
			data := bytes.Clone(whole)
			for range 1 + random.IntN(4) {
				data[random.IntN(len(data))] = byte(random.IntN(256))
			}
			if _, err := picture.Square(data, soon()); err != nil && strings.Contains(err.Error(), "panic") {
				t.Errorf("%v in %x", err, data)
			}
		}
	}
}

// TestOrientationIsApplied: the corners of a photo are where EXIF says.
func TestOrientationIsApplied(t *testing.T) {
	photo := asJPEG(t, sample(400, 400))
	// The upper corners of the upright picture as stored corners: 0 upper left, 1 upper
	// right, 2 lower left, 3 lower right.
	for orientation, want := range map[byte][2]int{1: {0, 1}, 2: {1, 0}, 3: {3, 2}, 4: {2, 3}, 5: {0, 2}, 6: {2, 0}, 7: {3, 1}, 8: {1, 3}} {
		p, err := picture.Square(withSegment(photo, 0xe1, exif(orientation)), soon())
		if err != nil {
			t.Fatal(err)
		}
		m, _, err := image.Decode(bytes.NewReader(p.Data))
		if err != nil {
			t.Fatal(err)
		}
		last := m.Bounds().Dx() - 20
		for i, at := range []image.Point{{20, 20}, {last, 20}} {
			if !isNear(m.At(at.X, at.Y), corner(want[i]%2 == 1, want[i] >= 2)) {
				t.Errorf("orientation %d: %v at %v", orientation, m.At(at.X, at.Y), at)
			}
		}
	}
}

func isNear(a, b color.Color) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	near := func(x, y uint32) bool { return max(x, y)-min(x, y) < 40<<8 }
	return near(r1, r2) && near(g1, g2) && near(b1, b2)
}

// TestPictureIsTheSquareInTheMiddle for wide, high, small and thin files of all colour
// models.
func TestPictureIsTheSquareInTheMiddle(t *testing.T) {
	wide := image.NewNRGBA(image.Rect(0, 0, 3000, 1000))
	for y := range 1000 {
		for x := range 3000 {
			wide.Set(x, y, map[bool]color.Color{true: corner(false, false), false: corner(true, false)}[x >= 1000 && x < 2000])
		}
	}
	grey, deep := image.NewGray(image.Rect(0, 0, 90, 40)), image.NewNRGBA64(image.Rect(0, 0, 1100, 900))
	for i := range deep.Pix {
		deep.Pix[i] = 0x80
	}
	for name, c := range map[string]struct {
		data []byte
		side int
		at   color.Color
	}{
		"wide JPEG": {asJPEG(t, wide), 512, corner(false, false)}, "wide PNG": {asPNG(t, wide), 512, corner(false, false)},
		"small": {asPNG(t, sample(30, 40)), 30, nil}, "one pixel": {asPNG(t, sample(1, 1)), 1, nil}, "thin": {asJPEG(t, sample(1, 900)), 1, nil},
		"grey": {asPNG(t, grey), 40, color.Black}, "16 bits with alpha": {asPNG(t, deep), 512, nil}, "GIF": {asGIF(t, sample(700, 600)), 512, color.NRGBA{220, 0, 0, 255}},
		"WebP": {smallWebP, 200, nil}, "lossy WebP": {lossyWebP, 200, nil},
	} {
		p, err := picture.Square(c.data, soon())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		m, _, err := image.Decode(bytes.NewReader(p.Data))
		if err != nil || c.side != 0 && m.Bounds() != image.Rect(0, 0, c.side, c.side) {
			t.Errorf("%s becomes %v, %v", name, m.Bounds(), err)
			continue
		}
		for _, at := range []image.Point{{1, 1}, {c.side - 2, c.side - 2}, {c.side / 2, c.side / 2}} {
			if c.at != nil && !isNear(m.At(at.X, at.Y), c.at) {
				t.Errorf("%s has %v at %v", name, m.At(at.X, at.Y), at)
			}
		}
	}
}

func TestDecodingEndsAtTheDeadline(t *testing.T) {
	if _, err := picture.Square(asJPEG(t, sample(2000, 2000)), time.Now()); !errors.Is(err, picture.ErrSlow) {
		t.Errorf("after the deadline: %v", err)
	}
}

// TestDecodersStayWithinTheEstimate: what decoding allocates is at most the estimate of
// the header, and what scaling and encoding need.
func TestDecodersStayWithinTheEstimate(t *testing.T) {
	const scaling = 24 << 20
	for name, data := range map[string][]byte{
		"JPEG": asJPEG(t, sample(4000, 3000)), "PNG": asPNG(t, sample(4000, 3000)), "GIF": asGIF(t, sample(4000, 3000)), "grey PNG": asPNG(t, image.NewGray(image.Rect(0, 0, 4000, 3000))),
		"16-bit PNG": asPNG(t, image.NewNRGBA64(image.Rect(0, 0, 2000, 2000))), "WebP": smallWebP, "lossy WebP": lossyWebP,
	} {
		h, err := picture.ReadHeader(data)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := picture.Square(data, soon()); err != nil {
			t.Fatal(name, err)
		}
		runtime.ReadMemStats(&after)
		if used := int64(after.TotalAlloc - before.TotalAlloc); used > h.Memory+scaling {
			t.Errorf("%s allocates %d MiB, the estimate is %d MiB", name, used>>20, h.Memory>>20)
		}
	}
}

// Pictures of 300 by 200 pixels: a lossless one with transparency, and a lossy one.
var smallWebP, lossyWebP = mustRead("testdata/small.webp"), mustRead("testdata/lossy.webp")

func mustRead(name string) []byte {
	data, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return data
}
