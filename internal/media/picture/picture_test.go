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

func soonDeadline() time.Time { return time.Now().Add(10 * time.Second) }

// hostileFiles returns a map from descriptions to hostile files.
func hostileFiles(t testing.TB) map[string]hostileFile {
	t.Helper()
	photo, plainPNG := encodeJPEG(t, samplePicture(300, 200)), encodePNG(t, samplePicture(300, 200))
	animatedGIF := encodeGIF(t, samplePicture(30, 30), samplePicture(30, 30))
	errFormat, errBig, errDamaged := picture.ErrUnknownFormat, picture.ErrTooBig, picture.ErrDamaged
	files := map[string]hostileFile{
		"nothing": {nil, errFormat}, "one byte": {[]byte{0xff}, errFormat}, "a text": {[]byte("hello"), errFormat}, "zeros": {make([]byte, 1000), errFormat},
		"SVG": {[]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), errFormat}, "SVG with a declaration": {[]byte(`<?xml version="1.0"?><svg/>`), errFormat},
		"HTML": {[]byte("<!doctype html><script>alert(1)</script>"), errFormat}, "PDF": {[]byte("%PDF-1.7\n"), errFormat}, "ZIP": {[]byte("PK\x03\x04"), errFormat}, "WAV": {[]byte("RIFF\x04\x00\x00\x00WAVE"), errFormat},
		"BMP": {[]byte("BM\x00\x00\x00\x00"), errFormat}, "TIFF": {[]byte("II*\x00"), errFormat}, "ICO": {[]byte("\x00\x00\x01\x00"), errFormat}, "AVIF": {[]byte("\x00\x00\x00\x1cftypavif"), errFormat}, "HEIC": {[]byte("\x00\x00\x00\x1cftypheic"), errFormat},
		"ELF": {[]byte("\x7fELF"), errFormat}, "JPEG behind a text": {append([]byte("x"), photo...), errFormat}, "GIF of no version": {[]byte("GIF88a\x01\x00\x01\x00"), errFormat}, "PNG with a wrong signature": {append([]byte("\x89PNG\n"), plainPNG[5:]...), errFormat},
		"JPEG magic alone": {[]byte("\xff\xd8\xff"), errDamaged}, "JPEG magic and HTML": {[]byte("\xff\xd8\xff<script>alert(1)</script>"), errDamaged}, "PNG magic alone": {plainPNG[:8], errDamaged}, "GIF magic alone": {[]byte("GIF89a"), errDamaged}, "GIF magic and HTML": {[]byte("GIF89a/*<script>*/=1"), errBig},
		"WebP magic alone": {[]byte("RIFF\x04\x00\x00\x00WEBP"), errDamaged}, "polyglot GIF and script": {append(bytes.Clone(animatedGIF), "<script>alert('Quorvelith')</script>"...), nil},
		"polyglot JPEG and HTML": {append(bytes.Clone(photo), "<html>Quorvelith"...), nil}, "polyglot JPEG and ZIP": {append(bytes.Clone(photo), "PK\x03\x04Quorvelith"...), nil}, "comment with HTML": {withJPEGSegment(photo, 0xfe, "<script>Quorvelith</script>"), nil},
		"PNG with a text":              {bytes.Replace(plainPNG, []byte("\x00\x00\x00\x00IEND"), append(pngChunk("tEXt", []byte("Comment\x00<script>Quorvelith")), "\x00\x00\x00\x00IEND"...), 1), nil},
		"PNG with a wrong CRC":         {bytes.Replace(plainPNG, []byte("IDAT"), []byte("IDAU"), 1), errDamaged},
		"PNG of no size":               {pngWithChunks(0, 0, 8, 2, 0), errDamaged},
		"PNG of no height":             {pngWithChunks(5, 0, 8, 2, 0), errDamaged},
		"PNG of 2^31 by 2^31":          {pngWithChunks(1<<31-1, 1<<31-1, 8, 6, 0), errDamaged},
		"PNG of 65535 by 65535":        {pngWithChunks(65535, 65535, 8, 6, 0), errBig},
		"PNG of one long line":         {pngWithChunks(1_000_000, 1, 8, 0, 0), errBig},
		"PNG of one high column":       {pngWithChunks(1, 1_000_000, 8, 0, 0), errBig},
		"PNG of 16 bits, 25 megapixel": {pngWithChunks(5000, 5000, 16, 6, 0), errBig},
		"PNG interlaced, 25 megapixel": {pngWithChunks(5000, 5000, 8, 6, 1), errBig},
		"PNG of 3 bits":                {pngWithChunks(5, 5, 3, 2, 0), errDamaged},
		"PNG without pixels":           {pngWithChunks(5, 5, 8, 2, 0), errDamaged},
		"PNG with too few pixels":      {pngWithChunks(500, 500, 8, 2, 0, zeroPixels(1000)), errDamaged},
		"PNG with a bomb of pixels":    {pngWithChunks(50, 50, 8, 2, 0, zeroPixels(200<<20)), errDamaged},
		"PNG with a bomb of text":      {pngWithChunks(50, 50, 8, 0, 0, pngChunk("zTXt", append([]byte("a\x00\x00"), zeroPixels(100 << 20)[8:]...)), zeroPixels(50*51)), nil},
		"PNG with a length of 4 GB":    {append(bytes.Clone(plainPNG[:33]), "\xff\xff\xff\xffIDAT"...), errDamaged},
		"PNG with two headers":         {append(bytes.Clone(plainPNG[:33]), plainPNG[8:]...), errDamaged},
		"PNG with a palette too short": {pngWithChunks(4, 1, 8, 3, 0, pngChunk("PLTE", []byte{1, 2, 3}), pngChunk("IDAT", []byte("\x78\x01\x01\x05\x00\xfa\xff\x00\x09\x09\x09\x09\x00\x36\x00\x25"))), errDamaged},
		"APNG with 10,000 frames":      {withAnimation(plainPNG, 10_000), nil},
		"GIF with 10,000 frames":       {encodeGIF(t, slices.Repeat([]image.Image{samplePicture(8, 8)}, 10_000)...), nil},
		"GIF of 65535 by 65535":        {gifOfSize(65535, 65535, 65535, 65535), errBig},
		"GIF of no size":               {gifOfSize(0, 0, 0, 0), errDamaged},
		"GIF with a frame too large":   {gifOfSize(10, 10, 65535, 65535), errDamaged},
		"GIF with a frame of no size":  {gifOfSize(10, 10, 0, 0), errDamaged},
		"GIF without frames":           {append(bytes.Clone(gifOfSize(10, 10, 1, 1)[:19]), 0x3b), errDamaged},
	}
	maps.Copy(files, hostileJPEGsAndWebPs(photo))
	for format, whole := range map[string][]byte{"JPEG": photo, "PNG": plainPNG, "GIF": encodeGIF(t, samplePicture(300, 200))} {
		for _, part := range []int{4, 2} {
			files[fmt.Sprintf("%s cut off at 1/%d", format, part)] = hostileFile{whole[:len(whole)/part], errDamaged}
		}
	}
	return files
}

func hostileJPEGsAndWebPs(photo []byte) map[string]hostileFile {
	errBig, errDamaged := picture.ErrTooBig, picture.ErrDamaged
	return map[string]hostileFile{
		"JPEG of 65535 by 65535":         {jpegWithFrame(0xc0, 65535, 65535, yccComponents), errBig},
		"JPEG of no size":                {jpegWithFrame(0xc0, 0, 0, yccComponents), errDamaged},
		"JPEG of no height":              {jpegWithFrame(0xc0, 10, 0, yccComponents), errDamaged},
		"JPEG progressive, 25 megapixel": {jpegWithFrame(0xc2, 5000, 5000, yccComponents), errBig},
		"JPEG of CMYK, 25 megapixel":     {jpegWithFrame(0xc0, 5000, 5000, "\x01\x11\x00\x02\x11\x00\x03\x11\x00\x04\x11\x00"), errBig},
		"JPEG lossless":                  {jpegWithFrame(0xc3, 10, 10, yccComponents), errDamaged},
		"JPEG arithmetic":                {jpegWithFrame(0xc9, 10, 10, yccComponents), errDamaged},
		"JPEG of 5 components":           {jpegWithFrame(0xc0, 10, 10, yccComponents+"\x04\x11\x01\x05\x11\x01"), errDamaged},
		"JPEG without components":        {jpegWithFrame(0xc0, 10, 10, ""), errDamaged},
		"JPEG with 500 scans":            {append(bytes.Clone(photo), bytes.Repeat([]byte{0xff, 0xda}, 500)...), errDamaged},
		"JPEG with an endless header":    {append([]byte("\xff\xd8"), bytes.Repeat([]byte{0xff}, 5<<20)...), errDamaged},
		"JPEG with 50,000 segments":      {append([]byte("\xff\xd8"), bytes.Repeat(jpegSegment(0xe5, "x"), 50_000)...), errDamaged},
		"EXIF with a position":           {withJPEGSegment(photo, 0xe1, exifData(1)), nil},
		"EXIF of orientation 0":          {withJPEGSegment(photo, 0xe1, exifData(0)), nil}, "EXIF of orientation 9": {withJPEGSegment(photo, 0xe1, exifData(9)), nil},
		"EXIF with a directory far away":   {withJPEGSegment(photo, 0xe1, "Exif\x00\x00MM\x00*\xff\xff\xff\xff"), nil},
		"EXIF with 65535 entries":          {withJPEGSegment(photo, 0xe1, "Exif\x00\x00II*\x00\x08\x00\x00\x00\xff\xff"), nil},
		"EXIF cut off":                     {withJPEGSegment(photo, 0xe1, exifData(6)[:17]), nil},
		"WebP of 28 bytes":                 {webpFile(vp8x(0x10, 16384, 16384)), errBig},
		"WebP of 2^24 by 2^24":             {webpFile(vp8x(0, 1<<24, 1<<24)), errDamaged},
		"WebP with a larger picture":       {webpFile(vp8x(0, 1, 1), vp8l(16384, 16384)), errDamaged},
		"WebP lossless of 16384":           {webpFile(vp8l(16384, 16384)), errBig},
		"WebP lossless of 25 megapixel":    {webpFile(vp8l(5000, 5000)), errBig},
		"WebP lossless without pixels":     {webpFile(vp8l(100, 100)), errDamaged},
		"WebP with alpha and no picture":   {webpFile(vp8x(0x10, 10, 10), riffChunk("ALPH", "\x00")), errDamaged},
		"WebP with compressed alpha":       {webpFile(vp8x(0x10, 100, 100), riffChunk("ALPH", "\x01\xff\xff")), errDamaged},
		"WebP with an unknown chunk":       {webpFile(riffChunk("EXIF", "Quorvelith")), errDamaged},
		"WebP with a chunk of 4 GB":        {webpFile("VP8 \xff\xff\xff\xff"), errDamaged},
		"WebP animated":                    {webpFile(vp8x(0x02, 10, 10), riffChunk("ANIM", "\x00\x00\x00\x00\x00\x00"), riffChunk("ANMF", strings.Repeat("\x00", 40))), errDamaged},
		"WebP lossy of a key frame broken": {webpFile(riffChunk("VP8 ", "\x10\x00\x00\x9d\x01\x2a\x0a\x00\x0a\x00")), errDamaged},
	}
}

// hostileFile is a file with the error that CutToSquare must return. want is nil if the file
// becomes a picture.
type hostileFile struct {
	data []byte
	want error
}

// withAnimation adds the chunks of an animation to a PNG, after its other chunks. frames is the
// number of frames.
func withAnimation(file []byte, frames int) []byte {
	end := len(file) - 12
	out := bytes.Clone(file[:end])
	for n := range frames {
		frameControl := append([]byte{0, 0, byte(n >> 8), byte(n)}, make([]byte, 22)...)
		out = append(out, pngChunk("fcTL", frameControl)...)
		out = append(out, pngChunk("fdAT", []byte{0, 0, byte(n >> 8), byte(n), 1, 2, 3})...)
	}
	return append(out, file[end:]...)
}

// TestHostileFiles: each file is refused, or becomes a small picture that contains nothing of
// the file but its pixels.
// rules media-upload, media-upload-kinds
func TestHostileFiles(t *testing.T) {
	files := hostileFiles(t)
	t.Logf("%d files", len(files))
	if len(files) < 80 {
		t.Errorf("only %d files", len(files))
	}
	for name, f := range files {
		startTime := time.Now()
		p, err := picture.CutToSquare(f.data, time.Now().Add(2*time.Second))
		if took := time.Since(startTime); took > 5*time.Second {
			t.Errorf("%s took %v", name, took)
		}
		if !errors.Is(err, f.want) || (f.want == nil) != (err == nil) {
			t.Errorf("%s: %v, want %v", name, err, f.want)
			continue
		}
		if err == nil {
			checkCleanPicture(t, name, p)
		}
	}
}

// checkCleanPicture checks that a picture is small and has no text of its source.
func checkCleanPicture(t *testing.T, name string, p picture.Picture) {
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

// TestDamagedFilesNeverPanic changes random bytes of good files. CutToSquare turns a panic of a
// decoder into an error, so the test looks for such errors.
func TestDamagedFilesNeverPanic(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, whole := range [][]byte{encodeJPEG(t, samplePicture(64, 48)), encodePNG(t, samplePicture(64, 48)), encodeGIF(t, samplePicture(64, 48)), smallWebP, lossyWebP} {
		for range 400 {
			data := bytes.Clone(whole)
			for range 1 + random.IntN(4) {
				data[random.IntN(len(data))] = byte(random.IntN(256))
			}
			if _, err := picture.CutToSquare(data, soonDeadline()); err != nil && strings.Contains(err.Error(), "panic") {
				t.Errorf("%v in %x", err, data)
			}
		}
	}
}

// TestOrientationIsApplied: the corners of a photo are where EXIF says.
func TestOrientationIsApplied(t *testing.T) {
	photo := encodeJPEG(t, samplePicture(400, 400))
	// For each orientation: the corners of the stored photo that become the upper left and the
	// upper right corner of the result. 0 is upper left, 1 upper right, 2 lower left, 3 lower
	// right.
	for orientation, want := range map[byte][2]int{1: {0, 1}, 2: {1, 0}, 3: {3, 2}, 4: {2, 3}, 5: {0, 2}, 6: {2, 0}, 7: {3, 1}, 8: {1, 3}} {
		p, err := picture.CutToSquare(withJPEGSegment(photo, 0xe1, exifData(orientation)), soonDeadline())
		if err != nil {
			t.Fatal(err)
		}
		m, _, err := image.Decode(bytes.NewReader(p.Data))
		if err != nil {
			t.Fatal(err)
		}
		farEdge := m.Bounds().Dx() - 20
		for i, at := range []image.Point{{20, 20}, {farEdge, 20}} {
			if !isNear(m.At(at.X, at.Y), cornerColour(want[i]%2 == 1, want[i] >= 2)) {
				t.Errorf("orientation %d: %v at %v", orientation, m.At(at.X, at.Y), at)
			}
		}
	}
}

func isNear(a, b color.Color) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	isNearValue := func(x, y uint32) bool { return max(x, y)-min(x, y) < 40<<8 }
	return isNearValue(r1, r2) && isNearValue(g1, g2) && isNearValue(b1, b2)
}

// TestPictureIsTheSquareInTheMiddle checks wide, small and thin files of several formats and
// colour models.
func TestPictureIsTheSquareInTheMiddle(t *testing.T) {
	widePicture := image.NewNRGBA(image.Rect(0, 0, 3000, 1000))
	for y := range 1000 {
		for x := range 3000 {
			widePicture.Set(x, y, map[bool]color.Color{true: cornerColour(false, false), false: cornerColour(true, false)}[x >= 1000 && x < 2000])
		}
	}
	greyPicture, deepPicture := image.NewGray(image.Rect(0, 0, 90, 40)), image.NewNRGBA64(image.Rect(0, 0, 1100, 900))
	for i := range deepPicture.Pix {
		deepPicture.Pix[i] = 0x80
	}
	for name, c := range map[string]struct {
		data []byte
		side int
		at   color.Color
	}{
		"wide JPEG": {encodeJPEG(t, widePicture), 512, cornerColour(false, false)}, "wide PNG": {encodePNG(t, widePicture), 512, cornerColour(false, false)},
		"small": {encodePNG(t, samplePicture(30, 40)), 30, nil}, "one pixel": {encodePNG(t, samplePicture(1, 1)), 1, nil}, "thin": {encodeJPEG(t, samplePicture(1, 900)), 1, nil},
		"grey": {encodePNG(t, greyPicture), 40, color.Black}, "16 bits with alpha": {encodePNG(t, deepPicture), 512, nil}, "GIF": {encodeGIF(t, samplePicture(700, 600)), 512, color.NRGBA{220, 0, 0, 255}},
		"WebP": {smallWebP, 200, nil}, "lossy WebP": {lossyWebP, 200, nil},
	} {
		p, err := picture.CutToSquare(c.data, soonDeadline())
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
	if _, err := picture.CutToSquare(encodeJPEG(t, samplePicture(2000, 2000)), time.Now()); !errors.Is(err, picture.ErrSlow) {
		t.Errorf("after the deadline: %v", err)
	}
}

// TestDecodersStayWithinTheEstimate: CutToSquare allocates at most Header.DecodingBytes plus a constant.
// Header.DecodingBytes is the estimate for decoding. The constant is for scaling and encoding.
func TestDecodersStayWithinTheEstimate(t *testing.T) {
	const scaling = 24 << 20
	for name, data := range map[string][]byte{
		"JPEG": encodeJPEG(t, samplePicture(4000, 3000)), "PNG": encodePNG(t, samplePicture(4000, 3000)), "GIF": encodeGIF(t, samplePicture(4000, 3000)), "grey PNG": encodePNG(t, image.NewGray(image.Rect(0, 0, 4000, 3000))),
		"16-bit PNG": encodePNG(t, image.NewNRGBA64(image.Rect(0, 0, 2000, 2000))), "WebP": smallWebP, "lossy WebP": lossyWebP,
	} {
		h, err := picture.ReadHeader(data)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := picture.CutToSquare(data, soonDeadline()); err != nil {
			t.Fatal(name, err)
		}
		runtime.ReadMemStats(&after)
		if used := int64(after.TotalAlloc - before.TotalAlloc); used > h.DecodingBytes+scaling {
			t.Errorf("%s allocates %d MiB, the estimate is %d MiB", name, used>>20, h.DecodingBytes>>20)
		}
	}
}

// WebP pictures of 300 by 200 pixels: smallWebP is lossless with transparency, lossyWebP is
// lossy.
var smallWebP, lossyWebP = mustRead("testdata/small.webp"), mustRead("testdata/lossy.webp")

func mustRead(name string) []byte {
	data, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return data
}
