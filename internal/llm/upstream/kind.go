package upstream

import (
	"net/http"
	"strings"

	"colloquy/internal/llm"
)

// Phrases of error documents that are more specific than the status. Variables whose names end in
// Codes match the type and the code of a document. Variables whose names end in Texts match its
// message.
var (
	filterCodes        = []string{"content_filter", "content_policy", "moderation", "safety"}
	filterTexts        = []string{"requires moderation", "content management policy"}
	contextLengthCodes = []string{"context_length", "exceed_context", "context_window", "string_above_max_length"}
	contextLengthTexts = []string{
		"context length", "context size", "context window", "maximum context", "prompt is too long",
		"input is too long", "too many tokens", "exceeds the available context",
	}
	quotaCodes      = []string{"insufficient_quota", "insufficient_balance", "billing", "credit"}
	rateCodes       = []string{"rate_limit", "resource_exhausted", "too_many_requests"}
	authCodes       = []string{"authentication", "permission", "not_found", "invalid_api_key", "unauthenticated"}
	authTexts       = []string{"api key not valid", "invalid api key", "incorrect api key"}
	busyCodes       = []string{"overloaded", "unavailable", "server_error", "api_error", "timeout"}
	badRequestCodes = []string{"invalid_request", "invalid_argument", "bad_request"}
)

// kindOf classifies an error by its status and its error document. The statuses 401, 402 and 429
// decide alone. Gateways reuse all other statuses, so the document's codes and texts come first.
// Rule replies-breaker.
func kindOf(status int, f errorFields) llm.ErrorKind {
	codes, text := strings.ToLower(f.typ+" "+f.code), strings.ToLower(f.msg)
	switch {
	case status == http.StatusPaymentRequired, containsAny(codes, quotaCodes):
		return llm.ErrQuota
	case status == http.StatusTooManyRequests, containsAny(codes, rateCodes):
		return llm.ErrRate
	case status == http.StatusUnauthorized, containsAny(text, authTexts):
		return llm.ErrAuth
	case containsAny(codes, filterCodes), containsAny(text, filterTexts):
		return llm.ErrFiltered
	case containsAny(codes, contextLengthCodes), containsAny(text, contextLengthTexts):
		return llm.ErrContext
	case status != 0:
		return kindOfStatus(status)
	case f.status() != 0:
		return kindOf(f.status(), f)
	}
	return kindOfCodes(codes)
}

func kindOfStatus(status int) llm.ErrorKind {
	switch {
	case status >= 500:
		return llm.ErrOverloaded
	case status < 400:
		return llm.ErrAuth
	}
	switch status {
	case http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusGone:
		return llm.ErrAuth
	case http.StatusRequestEntityTooLarge:
		return llm.ErrContext
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, 498:
		return llm.ErrOverloaded
	}
	return llm.ErrBadRequest
}

// kindOfCodes classifies an error inside a stream. An error without a known code is the
// server's fault, because it had accepted the request.
func kindOfCodes(codes string) llm.ErrorKind {
	switch {
	case containsAny(codes, busyCodes):
		return llm.ErrOverloaded
	case containsAny(codes, authCodes):
		return llm.ErrAuth
	case containsAny(codes, badRequestCodes):
		return llm.ErrBadRequest
	}
	return llm.ErrOverloaded
}

func containsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
