package fake

import (
	"net/http"
	"time"
)

const loadingDocument = `{"error":{"message":"Loading model","type":"unavailable_error","code":503}}`

// loadTimeLeft returns the time until the model is loaded, 0 if it is loaded. If begin is
// true and no load has begun, it begins one.
func (s *Server) loadTimeLeft(begin bool) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	loadTime := time.Duration(s.script.LoadTime)
	if loadTime == 0 {
		return 0
	}
	if begin && s.modelLoadStartedAt.IsZero() {
		s.modelLoadStartedAt = time.Now()
	}
	if s.modelLoadStartedAt.IsZero() {
		return loadTime
	}
	return max(loadTime-time.Since(s.modelLoadStartedAt), 0)
}

// FinishLoad ends the load of the model, which a script simulates with LoadTime. The server answers
// the requests that wait for the load, and the dialect LlamaCpp accepts requests again. So a test
// can use a very long LoadTime and end the load itself.
func (s *Server) FinishLoad() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script.LoadTime = 0
	if s.modelLoadDone != nil {
		close(s.modelLoadDone)
		s.modelLoadDone = nil
	}
}

// loadFinished returns the channel that FinishLoad closes.
func (s *Server) loadFinished() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.modelLoadDone == nil {
		s.modelLoadDone = make(chan struct{})
	}
	return s.modelLoadDone
}

// awaitLoad waits until the model is loaded, or refuses the request if the dialect is
// LlamaCpp. It returns false if the request must not be answered.
func (s *Server) awaitLoad(r *http.Request, p *scriptPlayer) bool {
	loadDone := s.loadFinished() // get the channel before reading the time left, so that no FinishLoad is missed in between
	timeLeft := s.loadTimeLeft(true)
	if timeLeft == 0 {
		return true
	}
	if p.script.Dialect == LlamaCpp {
		p.writeDocument("application/json", http.StatusServiceUnavailable, loadingDocument)
		return false
	}
	select {
	case <-time.After(timeLeft):
		return true
	case <-loadDone:
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

// serveHealth answers llama.cpp's health check.
func (s *Server) serveHealth(w http.ResponseWriter) {
	if s.dialect() == LlamaCpp && s.loadTimeLeft(false) > 0 {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(loadingDocument))
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// hasModelBegunToLoad reports whether the model is loaded or has begun to load.
func (s *Server) hasModelBegunToLoad() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.script.LoadTime == 0 || !s.modelLoadStartedAt.IsZero()
}

// serveLoadedModels answers the request for Ollama's list of loaded models. Like Ollama it
// also lists a model that is being loaded.
func (s *Server) serveLoadedModels(w http.ResponseWriter) {
	if d := s.dialect(); d == LMStudio || d == LlamaCpp {
		writeJSON(w, http.StatusNotFound, map[string]string{"error": "no such path"})
		return
	}
	loadedModels := []map[string]string{}
	if s.hasModelBegunToLoad() {
		loadedModels = append(loadedModels, map[string]string{"name": "fake-1:latest", "model": "fake-1:latest"})
	}
	writeJSON(w, http.StatusOK, map[string]any{"models": loadedModels})
}

// serveModelStates answers the request for LM Studio's list of models with their states.
func (s *Server) serveModelStates(w http.ResponseWriter) {
	if s.dialect() != LMStudio {
		writeJSON(w, http.StatusNotFound, map[string]string{"error": "no such path"})
		return
	}
	state := "loaded"
	if s.loadTimeLeft(false) > 0 {
		state = "not-loaded"
	}
	writeJSON(w, http.StatusOK, map[string]any{"data": []map[string]string{{"id": "fake-1", "state": state}}})
}
