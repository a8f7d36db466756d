package media_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/jpeg"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"colloquy/internal/media"
)

// maxResidentMiB is the most resident memory that a process may take while it decodes the
// largest pictures.
const maxResidentMiB = 150

const memoryDirEnv = "COLLOQUY_TEST_MEMORY_DIR"

// TestMemoryStaysBounded decodes 24 of the largest pictures at the same time in a child process. It
// checks the peak of the process's resident memory. It does not run with the race detector, which
// multiplies memory.
// rule media-upload-limits
func TestMemoryStaysBounded(t *testing.T) {
	if dir := os.Getenv(memoryDirEnv); dir != "" {
		decodeAllFiles(t, dir)
		return
	}
	dir := t.TempDir()
	largePicture := image.NewYCbCr(image.Rect(0, 0, 5000, 5000), image.YCbCrSubsampleRatio420)
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, largePicture, nil); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"photo": photo.Bytes(), "rgba": flatPNG(4000, 4000, 8, 6, 4), "deep": flatPNG(2800, 2800, 16, 6, 8), "grey": flatPNG(5000, 5000, 8, 0, 1),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestMemoryStaysBounded$", "-test.v")
	cmd.Env = append(os.Environ(), memoryDirEnv+"="+dir, "GOGC=50") // GOGC has the value of the server (cmd/colloquy/memory.go)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_, rest, _ := strings.Cut(string(out), "peak ")
	peakMiB, err := strconv.Atoi(strings.Fields(rest + " -")[0])
	if err != nil || peakMiB > maxResidentMiB {
		t.Errorf("the peak is %d MiB, %v: %s", peakMiB, err, out)
	}
	t.Logf("peak %d MiB", peakMiB)
}

// decodeAllFiles decodes each file of a directory six times, all at once, and prints the
// process's peak of resident memory.
func decodeAllFiles(t *testing.T, dir string) {
	d := media.NewDecodeLimiter()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	countByResult := map[string]int{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for range 6 {
			wg.Go(func() {
				if _, err := d.CutToSquare(t.Context(), data); err == nil {
					mu.Lock()
					countByResult[e.Name()]++
					mu.Unlock()
				} else if !strings.Contains(err.Error(), "Many pictures") {
					t.Errorf("%s: %v", e.Name(), err)
				}
			})
		}
	}
	wg.Wait()
	for _, e := range entries { // decodes each file once more, because some files may have got no slot in time
		data, _ := os.ReadFile(filepath.Join(dir, e.Name()))
		if _, err := d.CutToSquare(t.Context(), data); err != nil {
			t.Errorf("%s: %v", e.Name(), err)
		}
	}
	status, err := os.ReadFile("/proc/self/status")
	_, rest, found := strings.Cut(string(status), "VmHWM:")
	peakKiB, parseErr := strconv.Atoi(strings.Fields(rest + " -")[0])
	if err != nil || !found || parseErr != nil {
		t.Fatalf("%v, %v: %s", err, parseErr, status)
	}
	t.Logf("decoded %v", countByResult)
	t.Logf("peak %d", peakKiB>>10)
}

// flatPNG returns a PNG of one colour. It uses little memory itself.
func flatPNG(w, h int, depth, colour byte, bytesPerPixel int) []byte {
	var pixels bytes.Buffer
	z := zlib.NewWriter(&pixels)
	pixelRow := make([]byte, 1+w*bytesPerPixel)
	for range h {
		z.Write(pixelRow)
	}
	z.Close()
	var out bytes.Buffer
	io.WriteString(&out, "\x89PNG\r\n\x1a\n")
	headerBytes := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	for _, chunk := range [][]byte{append([]byte("IHDR"), append(headerBytes, depth, colour, 0, 0, 0)...), append([]byte("IDAT"), pixels.Bytes()...), []byte("IEND")} {
		binary.Write(&out, binary.BigEndian, uint32(len(chunk)-4))
		out.Write(chunk)
		binary.Write(&out, binary.BigEndian, crc32.ChecksumIEEE(chunk))
	}
	return out.Bytes()
}
