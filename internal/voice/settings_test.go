package voice_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"colloquy/internal/app/apptest"
)

// Changes of several tabs at once all take effect, and a refused one changes nothing.
// rule voice-settings-save
func TestChangesAtOnceAllTakeEffect(t *testing.T) {
	apptest.Each(t, func(t *testing.T, s *apptest.Env) {
		ada := s.NewUser("Ada")
		changes := []any{map[string]any{"speed": 1.5}, map[string]any{"language": "de-DE"}, map[string]any{"autoplay": true}}
		for id := 1; id <= 20; id++ {
			changes = append(changes, map[string]any{"voices": map[string]string{fmt.Sprint(id): "male-2"}})
		}
		var calls sync.WaitGroup
		for _, change := range changes {
			calls.Go(func() { ada.Do("PATCH", "/user/voice", change).Want(200) })
		}
		calls.Wait()
		ada.Do("PATCH", "/user/voice", map[string]any{"speed": 2, "language": "<b>"}).Want(422)
		var got struct {
			Speed    float64
			Language string
			Autoplay bool
			Voices   map[string]string
		}
		if err := json.Unmarshal([]byte(ada.Do("GET", "/user/voice", nil).Want(200).Body), &got); err != nil {
			t.Fatal(err)
		}
		if got.Speed != 1.5 || got.Language != "de-DE" || !got.Autoplay || len(got.Voices) != 20 {
			t.Errorf("after %d changes at once the settings are %+v", len(changes), got)
		}
	})
}
