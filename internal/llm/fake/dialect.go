package fake

import (
	"encoding/json"
	"fmt"
	"strings"

	"colloquy/internal/llm"
)

// habit is how a dialect puts an answer on the wire. Every function returns
// complete lines of a stream, each frame closed by a blank line.
type habit struct {
	head    string
	piece   func(n int, text string) string
	thought func(text string) string
	tail    func(finish string, u llm.Usage, noFinish bool) string
	fail    func(msg string) string
	done    string
}

// frame is one event without a name.
func frame(format string, args ...any) string {
	return "data: " + fmt.Sprintf(format, args...) + "\n\n"
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// chunkHead begins a chat completion chunk, up to the choices.
const chunkHead = `{"id":"chatcmpl-7","object":"chat.completion.chunk","created":1767225600,"model":"fake-1","system_fingerprint":"fp_0",`

// choice is a chunk with one choice. extra stands behind the choices and begins
// with a comma.
func choice(delta, finish, extra string) string {
	reason := "null"
	if finish != "" {
		reason = quote(finish)
	}
	return frame(`%s"choices":[{"index":0,"delta":%s,"logprobs":null,"finish_reason":%s}]%s}`, chunkHead, delta, reason, extra)
}

func usageJSON(u llm.Usage) string {
	return fmt.Sprintf(`{"prompt_tokens":%d,"completion_tokens":%d,"total_tokens":%d,"prompt_tokens_details":{"cached_tokens":%d}}`,
		u.Prompt, u.Output, u.Prompt+u.Output, u.Cached)
}

const errorFormat = `{"error":{"message":%s,"type":"server_error","param":null,"code":null}}`

// base is what OpenAI itself does; the other habits begin from it.
func base() habit {
	return habit{
		head: choice(`{"role":"assistant","content":"","refusal":null}`, "", `,"usage":null,"obfuscation":"xyz"`),
		piece: func(_ int, text string) string {
			return choice(`{"content":`+quote(text)+`}`, "", `,"usage":null,"obfuscation":"q"`)
		},
		thought: func(text string) string { return choice(`{"reasoning_content":`+quote(text)+`}`, "", "") },
		tail: func(finish string, u llm.Usage, noFinish bool) string {
			return end(finish, noFinish, "") + frame(`%s"choices":[],"usage":%s}`, chunkHead, usageJSON(u))
		},
		fail: func(msg string) string { return frame(errorFormat, quote(msg)) },
		done: "data: [DONE]\n\n",
	}
}

// end is the finish chunk, or an empty one in its place.
func end(finish string, noFinish bool, extra string) string {
	if noFinish {
		finish = ""
	} else if finish == "" {
		finish = "stop"
	}
	return choice("{}", finish, extra)
}

// habitOf returns the habits of a dialect.
func habitOf(d Dialect) habit {
	h := base()
	switch d {
	case Azure:
		azure(&h)
	case VLLM:
		vllm(&h)
	case LlamaCpp:
		llamaCpp(&h)
	case Ollama:
		ollama(&h)
	case LMStudio:
		lmStudio(&h)
	case OpenRouter:
		openRouter(&h)
	case Groq:
		groq(&h)
	case Together:
		together(&h)
	case DeepSeek:
		deepSeek(&h)
	case Gemini:
		gemini(&h)
	case Mistral:
		mistral(&h)
	case Anthropic:
		return anthropicHabit()
	}
	return h
}

func azure(h *habit) {
	h.head = frame(`{"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":[{"prompt_index":0,"content_filter_results":{}}]}`) + h.head
	h.piece = func(n int, text string) string {
		out := choice(`{"content":`+quote(text)+`}`, "", "")
		if n%3 == 1 {
			out += frame(`{"choices":[{"content_filter_offsets":{"check_offset":1},"content_filter_results":{},"finish_reason":null,"index":0}],"id":"","object":""}`)
		}
		return out
	}
}

func vllm(h *habit) {
	h.piece = func(n int, text string) string {
		return choice(`{"content":`+quote(text)+`}`, "", fmt.Sprintf(`,"usage":{"prompt_tokens":1,"completion_tokens":%d,"total_tokens":%d}`, n, n+1))
	}
	h.thought = func(text string) string {
		return choice(`{"reasoning_content":`+quote(text)+`,"reasoning":`+quote(text)+`}`, "", "")
	}
	h.fail = func(msg string) string {
		return frame(`{"object":"error","message":%s,"type":"InternalServerError","param":null,"code":500}`, quote(msg)) + h.done
	}
}

// llamaCpp begins with a null content, and the first text with a space.
func llamaCpp(h *habit) {
	h.head = ":\n\n" + choice(`{"role":"assistant","content":null}`, "", "")
	h.piece = func(n int, text string) string {
		if n == 0 {
			text = " " + text
		}
		return choice(`{"content":`+quote(text)+`}`, "", "")
	}
	h.fail = func(msg string) string {
		return frame(`{"error":{"code":500,"message":%s,"type":"server_error"}}`, quote(msg))
	}
	h.tail = func(finish string, u llm.Usage, noFinish bool) string {
		return end(finish, noFinish, "") + frame(`%s"choices":[],"usage":%s,"timings":{"prompt_ms":1.5}}`, chunkHead, usageJSON(u))
	}
}

// ollama has no chunk of its own for the role. When its runner dies, an empty
// chunk and a clean end are all there is to see.
func ollama(h *habit) {
	h.head = ""
	h.piece = func(_ int, text string) string {
		return choice(`{"role":"assistant","content":`+quote(text)+`}`, "", "")
	}
	h.thought = func(text string) string {
		return choice(`{"role":"assistant","content":"","reasoning":`+quote(text)+`}`, "", "")
	}
	h.fail = func(string) string {
		return frame(`{"id":"chatcmpl-7","object":"chat.completion.chunk","created":1,"model":"","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`)
	}
}

func lmStudio(h *habit) {
	h.fail = func(msg string) string {
		return "event: error\n" + frame(`{"error":{"message":%s},"message":%s}`, quote(msg), quote(msg))
	}
}

func openRouter(h *habit) {
	h.head = ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n" + h.head
	h.thought = func(text string) string {
		return choice(`{"role":"assistant","content":"","reasoning":`+quote(text)+`,"reasoning_details":[{"type":"reasoning.text","text":`+quote(text)+`}]}`, "", "")
	}
	h.tail = func(finish string, u llm.Usage, noFinish bool) string {
		return end(finish, noFinish, "") + choice(`{"role":"assistant","content":""}`, "", `,"usage":`+usageJSON(u))
	}
	h.fail = func(msg string) string {
		return choice(`{"content":""}`, "error", `,"error":{"code":502,"message":`+quote(msg)+`,"metadata":{}}`)
	}
}

func groq(h *habit) {
	h.head = choice(`{"role":"assistant","content":""}`, "", `,"x_groq":{"id":"req_1"}`)
	h.thought = func(text string) string { return choice(`{"reasoning":`+quote(text)+`}`, "", "") }
	h.tail = func(finish string, u llm.Usage, noFinish bool) string {
		return end(finish, noFinish, `,"x_groq":{"id":"req_1","usage":`+usageJSON(u)+`}`)
	}
	h.fail = func(msg string) string { return "event: error\n" + frame(errorFormat, quote(msg)) }
}

func together(h *habit) {
	h.head = ""
	h.piece = func(n int, text string) string {
		return frame(`%s"choices":[{"index":0,"text":%s,"delta":{"role":"assistant","token_id":%d,"content":%s},"logprobs":null,"finish_reason":null,"seed":null}],"usage":null,"token":{"id":%d,"text":%s}}`,
			chunkHead, quote(text), n, quote(text), n, quote(text))
	}
	h.tail = func(finish string, u llm.Usage, noFinish bool) string {
		if finish == "" {
			finish = "eos"
		}
		return end(finish, noFinish, `,"usage":`+usageJSON(u))
	}
}

func deepSeek(h *habit) {
	h.head = ": keep-alive\n\n: keep-alive\n\n" + choice(`{"role":"assistant","content":null,"reasoning_content":""}`, "", "")
	h.piece = func(_ int, text string) string {
		return choice(`{"content":`+quote(text)+`,"reasoning_content":null}`, "", "")
	}
	h.thought = func(text string) string {
		return choice(`{"content":null,"reasoning_content":`+quote(text)+`}`, "", "")
	}
	h.tail = func(finish string, u llm.Usage, noFinish bool) string {
		usage := fmt.Sprintf(`{"prompt_tokens":%d,"completion_tokens":%d,"prompt_cache_hit_tokens":%d,"prompt_cache_miss_tokens":%d}`,
			u.Prompt, u.Output, u.Cached, u.Prompt-u.Cached)
		return end(finish, noFinish, `,"usage":`+usage)
	}
}

// gemini says "stop" with every chunk and never [DONE].
func gemini(h *habit) {
	h.head, h.done = "", ""
	h.piece = func(_ int, text string) string {
		return choice(`{"content":`+quote(text)+`,"role":"assistant"}`, "stop", "")
	}
	h.tail = func(finish string, u llm.Usage, noFinish bool) string {
		return end(finish, noFinish, `,"usage":`+usageJSON(u))
	}
	h.fail = func(msg string) string {
		return frame(`[{"error":{"code":503,"message":%s,"status":"UNAVAILABLE"}}]`, quote(msg))
	}
}

func mistral(h *habit) {
	h.head = choice(`{"role":"assistant","content":""}`, "", "")
	h.piece = func(n int, text string) string {
		if n%2 == 0 {
			return choice(`{"role":null,"content":[{"type":"text","text":`+quote(text)+`}]}`, "", `,"p":"abc"`)
		}
		return choice(`{"role":"","content":`+quote(text)+`}`, "", `,"p":"abc"`)
	}
	h.thought = func(text string) string {
		return choice(`{"content":[{"type":"thinking","thinking":[{"type":"text","text":`+quote(text)+`}]}]}`, "", "")
	}
	h.tail = func(finish string, u llm.Usage, noFinish bool) string {
		if finish == "length" {
			finish = "model_length"
		}
		return end(finish, noFinish, `,"usage":`+usageJSON(u))
	}
}

// named is an Anthropic event: its name stands in the document too.
func named(name, rest string) string {
	return "event: " + name + "\n" + frame(`{"type":%s%s}`, quote(name), rest)
}

func anthropicHabit() habit {
	ping := named("ping", "")
	return habit{
		head: named("message_start", `,"message":{"id":"msg_1","type":"message","role":"assistant","content":[],"model":"fake-1","stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}}`) +
			named("content_block_start", `,"index":0,"content_block":{"type":"text","text":""}`) + ping,
		piece: func(n int, text string) string {
			out := named("content_block_delta", `,"index":0,"delta":{"type":"text_delta","text":`+quote(text)+`}`)
			if n%3 == 2 {
				out += ping + named("signature_of_tomorrow", `,"text":"not for the reader"`)
			}
			return out
		},
		thought: func(text string) string {
			return named("content_block_delta", `,"index":0,"delta":{"type":"thinking_delta","thinking":`+quote(text)+`}`) +
				named("content_block_delta", `,"index":0,"delta":{"type":"signature_delta","signature":"c2ln"}`)
		},
		tail: anthropicTail,
		fail: func(msg string) string {
			return named("error", `,"error":{"type":"overloaded_error","message":`+quote(msg)+`}`)
		},
		done: named("message_stop", ""),
	}
}

func anthropicTail(finish string, u llm.Usage, noFinish bool) string {
	stop := strings.NewReplacer("length", "max_tokens", "content_filter", "refusal", "stop", "end_turn").Replace(finish)
	if stop == "" {
		stop = "end_turn"
	}
	reason := quote(stop)
	if noFinish {
		reason = "null"
	}
	return named("content_block_stop", `,"index":0`) + named("message_delta",
		fmt.Sprintf(`,"delta":{"stop_reason":%s,"stop_sequence":null},"usage":{"input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation_input_tokens":0,"output_tokens":%d}`,
			reason, u.Prompt-u.Cached, u.Cached, u.Output))
}
