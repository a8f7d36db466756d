package fake

import (
	"net/http"
	"time"
)

const stillLoading = `{"error":{"message":"Loading model","type":"unavailable_error","code":503}}`

// toLoad is how long the model still loads; touch begins to load it.
func (s *Server) toLoad(touch bool) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	takes := time.Duration(s.script.Load)
	if takes == 0 {
		return 0
	}
	if touch && s.loads.IsZero() {
		s.loads = time.Now()
	}
	if s.loads.IsZero() {
		return takes
	}
	return max(takes-time.Since(s.loads), 0)
}

// load waits until the model is loaded, or refuses, and reports whether to
// answer.
func (s *Server) load(r *http.Request, p *player) bool {
	left := s.toLoad(true)
	if left == 0 {
		return true
	}
	if p.script.Dialect == LlamaCpp {
		p.document("application/json", http.StatusServiceUnavailable, stillLoading)
		return false
	}
	select {
	case <-time.After(left):
		return true
	case <-r.Context().Done():
		return false
	}
}

func (s *Server) dialect() Dialect {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.script.Dialect
}

// serveHealth is llama.cpp's.
func (s *Server) serveHealth(w http.ResponseWriter) {
	if s.dialect() == LlamaCpp && s.toLoad(false) > 0 {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(stillLoading))
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// listed reports whether the model is loaded or has begun to load.
func (s *Server) listed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.script.Load == 0 || !s.loads.IsZero()
}

// servePs is Ollama's list of loaded models. It lists one that is being loaded
// too.
func (s *Server) servePs(w http.ResponseWriter) {
	if d := s.dialect(); d == LMStudio || d == LlamaCpp {
		writeJSON(w, http.StatusNotFound, map[string]string{"error": "no such path"})
		return
	}
	loaded := []map[string]string{}
	if s.listed() {
		loaded = append(loaded, map[string]string{"name": "fake-1:latest", "model": "fake-1:latest"})
	}
	writeJSON(w, http.StatusOK, map[string]any{"models": loaded})
}

// serveStates is LM Studio's list of models with their states.
func (s *Server) serveStates(w http.ResponseWriter) {
	if s.dialect() != LMStudio {
		writeJSON(w, http.StatusNotFound, map[string]string{"error": "no such path"})
		return
	}
	state := "loaded"
	if s.toLoad(false) > 0 {
		state = "not-loaded"
	}
	writeJSON(w, http.StatusOK, map[string]any{"data": []map[string]string{{"id": "fake-1", "state": state}}})
}
