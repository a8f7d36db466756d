package voicetest

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/voice/speech"
)

// Fault is how a FakeService fails. "" is no fault. A number, such as "402", is the status of
// its answers.
type Fault string

// The faults.
const (
	Slow      Fault = "slow"       // answers after FakeService.Delay
	Hung      Fault = "hung"       // never answers
	WrongType Fault = "wrong type" // answers an HTML page with status 200
	Endless   Fault = "endless"    // sends a recording without an end
	Cut       Fault = "cut"        // closes the connection in the middle of an answer
	CutWAV    Fault = "cut wav"    // sends half a WAV file as a whole answer
	Empty     Fault = "empty"      // answers an empty body with status 200
	Redirect  Fault = "redirect"   // redirects to another address
)

// FakeService is an http.Handler that implements the speech and transcription calls of the APIs
// of OpenAI and ElevenLabs. It is safe for concurrent use.
type FakeService struct {
	Key        string        // the accepted key; "" accepts all
	Format     speech.Format // of recordings, MP3 or WAV; "" is MP3
	Transcript string        // the answer to every call that transcribes
	Delay      time.Duration // of the fault Slow

	lock  sync.Mutex
	fault Fault
	calls []RecordedCall
}

// RecordedCall is a call to a FakeService. Body is the JSON of a call that speaks. File is the
// name of the uploaded file of a call that transcribes.
type RecordedCall struct {
	Path, File string
	Body       map[string]any
}

// StartFakeService starts f, which may be nil, and returns it with its address.
func StartFakeService(t testing.TB, f *FakeService) (*FakeService, string) {
	if f == nil {
		f = &FakeService{}
	}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	return f, server.URL
}

// SetFault makes all later calls fail. After SetFault("") calls succeed again.
func (f *FakeService) SetFault(fault Fault) {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.fault = fault
}

// Calls returns the calls so far, in their order.
func (f *FakeService) Calls() []RecordedCall {
	f.lock.Lock()
	defer f.lock.Unlock()
	return append([]RecordedCall(nil), f.calls...)
}

// ServeHTTP implements http.Handler.
func (f *FakeService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call := RecordedCall{Path: r.URL.RequestURI()}
	isSpeech := strings.HasSuffix(r.URL.Path, "/audio/speech") || strings.Contains(r.URL.Path, "/text-to-speech/")
	if isSpeech {
		_ = json.NewDecoder(r.Body).Decode(&call.Body)
	} else if file, header, err := r.FormFile("file"); err == nil {
		call.File = header.Filename
		call.Body = map[string]any{"model": r.FormValue("model")}
		_ = file.Close()
	}
	f.lock.Lock()
	f.calls = append(f.calls, call)
	fault := f.fault
	f.lock.Unlock()
	switch {
	case r.Method != http.MethodPost || !isSpeech && !strings.HasSuffix(r.URL.Path, "/audio/transcriptions"):
		http.NotFound(w, r)
	case f.Key != "" && r.Header.Get("Authorization") != "Bearer "+f.Key && r.Header.Get("Xi-Api-Key") != f.Key:
		answerError(w, http.StatusUnauthorized)
	case fault != "" && fault != Slow:
		f.answerWithFault(w, r, fault)
	default:
		if fault == Slow {
			waitFor(r.Context(), f.Delay)
		}
		f.answerCall(w, call, isSpeech)
	}
}

func (f *FakeService) answerCall(w http.ResponseWriter, call RecordedCall, isSpeech bool) {
	if !isSpeech {
		_ = json.NewEncoder(w).Encode(map[string]string{"text": f.Transcript})
		return
	}
	text, _ := call.Body["input"].(string)
	if text == "" {
		text, _ = call.Body["text"].(string)
	}
	if f.Format == speech.WAV {
		_, _ = w.Write(SilentWAV(len(text)))
		return
	}
	_, _ = w.Write(SilentMP3(len(text)))
}

func (f *FakeService) answerWithFault(w http.ResponseWriter, r *http.Request, fault Fault) {
	recording := SilentMP3(100)
	switch fault {
	case Hung:
		waitFor(r.Context(), time.Hour)
	case WrongType:
		w.Header().Set("Content-Type", "audio/mpeg")
		_, _ = io.WriteString(w, "<html>Log in to the portal</html>")
	case Endless:
		for r.Context().Err() == nil {
			if _, err := w.Write(recording); err != nil {
				return
			}
		}
	case Cut:
		w.Header().Set("Content-Length", strconv.Itoa(len(recording)))
		_, _ = w.Write(recording[:len(recording)/2])
	case CutWAV:
		wholeWAV := SilentWAV(100)
		_, _ = w.Write(wholeWAV[:len(wholeWAV)/2])
	case Redirect:
		w.Header().Set("Location", "http://127.0.0.1:1/elsewhere")
		w.WriteHeader(http.StatusTemporaryRedirect)
	case Empty:
	default:
		status, _ := strconv.Atoi(string(fault))
		answerError(w, status)
	}
}

// answerError answers a JSON error that quotes Secret.
func answerError(w http.ResponseWriter, status int) {
	w.WriteHeader(status)
	_, _ = io.WriteString(w, `{"error": {"message": "the text was: `+UserSecret+`"}}`)
}

// UserSecret is in all error answers of a FakeService. No error of a provider may contain it,
// because errors are logged.
const UserSecret = "a-secret-of-the-user"

func waitFor(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// SilentMP3 returns a silent MP3 file. Its length grows with textBytes, the size of the spoken
// text.
func SilentMP3(textBytes int) []byte {
	frame := append([]byte{0xFF, 0xFB, 0x90, 0x00}, make([]byte, 413)...)
	return bytes.Repeat(frame, 1+textBytes)
}

// SilentWAV returns a silent WAV file. Its length grows with textBytes, the size of the spoken
// text.
func SilentWAV(textBytes int) []byte {
	const rate = 8000
	samples := make([]byte, 320*(1+textBytes))
	out := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(36+len(samples)))
	out = append(out, "WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00"...)
	out = binary.LittleEndian.AppendUint32(out, rate)
	out = binary.LittleEndian.AppendUint32(out, 2*rate)
	out = append(out, "\x02\x00\x10\x00data"...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(samples)))
	return append(out, samples...)
}

// CheckFaultsAreErrors checks that a provider returns the right error for each Fault of its service.
// newProvider returns a provider for the address of a FakeService. client is nil or has a short
// timeout.
func CheckFaultsAreErrors(t *testing.T, newProvider func(address string, client *http.Client) speech.Provider) {
	want := map[Fault]error{
		Hung: speech.ErrProviderFailed, WrongType: speech.ErrProviderFailed, Endless: speech.ErrProviderFailed, Cut: speech.ErrProviderFailed, CutWAV: speech.ErrProviderFailed,
		Empty: speech.ErrProviderFailed, Redirect: speech.ErrProviderFailed, "400": speech.ErrProviderFailed, "401": speech.ErrProviderFailed, "402": speech.ErrProviderFailed,
		"404": speech.ErrProviderFailed, "429": speech.ErrBusy, "500": speech.ErrProviderFailed, "503": speech.ErrProviderFailed,
	}
	for fault, expected := range want {
		t.Run(string(fault), func(t *testing.T) {
			f, address := StartFakeService(t, nil)
			f.SetFault(fault)
			limit := 20 * time.Second
			if fault == Hung {
				limit = 200 * time.Millisecond
			}
			got, err := newProvider(address, &http.Client{Timeout: limit}).Speak(t.Context(), NewRequest("Hello."))
			CheckRefused(t, got, err)
			if !errors.Is(err, expected) {
				t.Errorf("error %v, want %v", err, expected)
			}
			if err != nil && (strings.Contains(err.Error(), UserSecret) || strings.Contains(err.Error(), address)) {
				t.Errorf("error %q tells too much", err)
			}
			if n := len(f.Calls()); n != 1 {
				t.Errorf("%d calls, want 1", n)
			}
		})
	}
	t.Run("slow", func(t *testing.T) {
		f, address := StartFakeService(t, &FakeService{Delay: 50 * time.Millisecond})
		f.SetFault(Slow)
		SpeakAndCheck(t, newProvider(address, nil), NewRequest("Hello."))
	})
	t.Run("nothing listens", func(t *testing.T) {
		got, err := newProvider("http://127.0.0.1:1", nil).Speak(t.Context(), NewRequest("Hello."))
		CheckRefused(t, got, err)
	})
}
