package fake

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// errorTypeByStatus has the type in error documents for each status.
var errorTypeByStatus = map[int]string{
	400: "invalid_request_error", 401: "authentication_error", 402: "billing_error", 403: "permission_error",
	404: "not_found_error", 429: "rate_limit_error", 503: "unavailable", 529: "overloaded_error",
}

// errorBody returns a dialect's error document.
func errorBody(d Dialect, status int, param string) string {
	msg, errorType := jsonText(fmt.Sprintf("refused with %d", status)), jsonText(errorTypeByStatus[status])
	if errorTypeByStatus[status] == "" {
		errorType = `"server_error"`
	}
	switch d {
	case LlamaCpp:
		return fmt.Sprintf(`{"error":{"code":%d,"message":%s,"type":%s,"param":%s}}`, status, msg, errorType, jsonText(param))
	case Gemini:
		return fmt.Sprintf(`[{"error":{"code":%d,"message":%s,"status":"FAILED","param":%s}}]`, status, msg, jsonText(param))
	case LMStudio:
		if param == "" {
			return fmt.Sprintf(`{"error":%s}`, msg)
		}
	case Mistral:
		if param != "" {
			return fmt.Sprintf(`{"detail":[{"type":"extra_forbidden","loc":["body",%s],"msg":%s}]}`, jsonText(param), msg)
		}
		return fmt.Sprintf(`{"object":"error","message":%s,"type":%s,"param":null,"code":"%d"}`, msg, errorType, status)
	case VLLM:
		return fmt.Sprintf(`{"object":"error","message":%s,"type":%s,"param":%s,"code":%d}`, msg, errorType, jsonText(param), status)
	case Anthropic:
		return fmt.Sprintf(`{"type":"error","error":{"type":%s,"message":%s}}`, errorType, msg)
	}
	return fmt.Sprintf(`{"error":{"message":%s,"type":%s,"param":%s,"code":null}}`, msg, errorType, jsonText(param))
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func (s *Server) serveModels(w http.ResponseWriter) {
	s.mu.Lock()
	modelIDs, fault := s.models, s.script.Fault.Kind
	s.mu.Unlock()
	if modelIDs == nil && fault != EmptyList {
		modelIDs = []string{"fake-1"}
	}
	data := make([]map[string]string, len(modelIDs))
	for i, id := range modelIDs {
		data[i] = map[string]string{"id": id, "object": "model"}
	}
	writeJSON(w, http.StatusOK, map[string]any{"object": "list", "data": data})
}

// serveControl lets another process control the server:
//
//	PUT  /fake/script   a Script: SetScript
//	PUT  /fake/suggest  a Script: SetSuggestScript
//	POST /fake/queue    a list of Scripts: Queue
//	GET  /fake/calls    the calls so far
//	DELETE /fake/calls  ForgetEndedCalls
func (s *Server) serveControl(w http.ResponseWriter, r *http.Request) {
	var script Script
	var queue []Script
	var err error
	switch r.Method + " " + r.URL.Path {
	case "PUT /fake/script":
		if err = json.NewDecoder(r.Body).Decode(&script); err == nil {
			s.SetScript(script)
		}
	case "PUT /fake/suggest":
		if err = json.NewDecoder(r.Body).Decode(&script); err == nil {
			s.SetSuggestScript(script)
		}
	case "POST /fake/queue":
		if err = json.NewDecoder(r.Body).Decode(&queue); err == nil {
			s.Queue(queue...)
		}
	case "GET /fake/calls":
		writeJSON(w, http.StatusOK, s.Calls())
		return
	case "DELETE /fake/calls":
		s.ForgetEndedCalls()
	default:
		writeJSON(w, http.StatusNotFound, map[string]any{"error": map[string]string{"message": "no such path", "type": "not_found_error"}})
		return
	}
	if err != nil {
		writeJSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
