package fake

import (
	"encoding/json"
	"fmt"
	"strings"

	"colloquy/internal/llm"
)

// format is the wire format of a dialect. Every function returns complete frames of
// a stream.
type format struct {
	head      string
	piece     func(n int, text string) string
	reasoning func(text string) string
	tail      func(finish string, u llm.Usage, noFinish bool) string
	fail      func(msg string) string
	done      string
}

// frame returns one event without a name.
func frame(format string, args ...any) string {
	return "data: " + fmt.Sprintf(format, args...) + "\n\n"
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// chunkHead is the start of a chat completion chunk, up to the choices.
const chunkHead = `{"id":"chatcmpl-7","object":"chat.completion.chunk","created":1767225600,"model":"fake-1","system_fingerprint":"fp_0",`

// choiceChunk returns a chunk with one choice. extra follows the choices and begins with
// a comma.
func choiceChunk(delta, finish, extra string) string {
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

// openAIFormat returns OpenAI's format, from which the other formats derive.
func openAIFormat() format {
	return format{
		head: choiceChunk(`{"role":"assistant","content":"","refusal":null}`, "", `,"usage":null,"obfuscation":"xyz"`),
		piece: func(_ int, text string) string {
			return choiceChunk(`{"content":`+quote(text)+`}`, "", `,"usage":null,"obfuscation":"q"`)
		},
		reasoning: func(text string) string { return choiceChunk(`{"reasoning_content":`+quote(text)+`}`, "", "") },
		tail: func(finish string, u llm.Usage, noFinish bool) string {
			return finishChunk(finish, noFinish, "") + frame(`%s"choices":[],"usage":%s}`, chunkHead, usageJSON(u))
		},
		fail: func(msg string) string { return frame(errorFormat, quote(msg)) },
		done: "data: [DONE]\n\n",
	}
}

// finishChunk returns the chunk with the finish reason, or an empty chunk.
func finishChunk(finish string, noFinish bool, extra string) string {
	if noFinish {
		finish = ""
	} else if finish == "" {
		finish = "stop"
	}
	return choiceChunk("{}", finish, extra)
}

// formatOf returns the format of a dialect.
func formatOf(d Dialect) format {
	h := openAIFormat()
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
		return anthropicFormat()
	}
	return h
}

func azure(h *format) {
	h.head = frame(`{"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":[{"prompt_index":0,"content_filter_results":{}}]}`) + h.head
	h.piece = func(n int, text string) string {
		out := choiceChunk(`{"content":`+quote(text)+`}`, "", "")
		if n%3 == 1 {
			out += frame(`{"choices":[{"content_filter_offsets":{"check_offset":1},"content_filter_results":{},"finish_reason":null,"index":0}],"id":"","object":""}`)
		}
		return out
	}
}

func vllm(h *format) {
	h.piece = func(n int, text string) string {
		return choiceChunk(`{"content":`+quote(text)+`}`, "", fmt.Sprintf(`,"usage":{"prompt_tokens":1,"completion_tokens":%d,"total_tokens":%d}`, n, n+1))
	}
	h.reasoning = func(text string) string {
		return choiceChunk(`{"reasoning_content":`+quote(text)+`,"reasoning":`+quote(text)+`}`, "", "")
	}
	h.fail = func(msg string) string {
		return frame(`{"object":"error","message":%s,"type":"InternalServerError","param":null,"code":500}`, quote(msg)) + h.done
	}
}

// llamaCpp begins with null content, and its first text begins with a space.
func llamaCpp(h *format) {
	h.head = ":\n\n" + choiceChunk(`{"role":"assistant","content":null}`, "", "")
	h.piece = func(n int, text string) string {
		if n == 0 {
			text = " " + text
		}
		return choiceChunk(`{"content":`+quote(text)+`}`, "", "")
	}
	h.fail = func(msg string) string {
		return frame(`{"error":{"code":500,"message":%s,"type":"server_error"}}`, quote(msg))
	}
	h.tail = func(finish string, u llm.Usage, noFinish bool) string {
		return finishChunk(finish, noFinish, "") + frame(`%s"choices":[],"usage":%s,"timings":{"prompt_ms":1.5}}`, chunkHead, usageJSON(u))
	}
}

// ollama has no separate chunk for the role. If the process that runs its model
// crashes, it sends an empty chunk and a proper end of the body.
func ollama(h *format) {
	h.head = ""
	h.piece = func(_ int, text string) string {
		return choiceChunk(`{"role":"assistant","content":`+quote(text)+`}`, "", "")
	}
	h.reasoning = func(text string) string {
		return choiceChunk(`{"role":"assistant","content":"","reasoning":`+quote(text)+`}`, "", "")
	}
	h.fail = func(string) string {
		return frame(`{"id":"chatcmpl-7","object":"chat.completion.chunk","created":1,"model":"","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`)
	}
}

func lmStudio(h *format) {
	h.fail = func(msg string) string {
		return "event: error\n" + frame(`{"error":{"message":%s},"message":%s}`, quote(msg), quote(msg))
	}
}

func openRouter(h *format) {
	h.head = ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n" + h.head
	h.reasoning = func(text string) string {
		return choiceChunk(`{"role":"assistant","content":"","reasoning":`+quote(text)+`,"reasoning_details":[{"type":"reasoning.text","text":`+quote(text)+`}]}`, "", "")
	}
	h.tail = func(finish string, u llm.Usage, noFinish bool) string {
		return finishChunk(finish, noFinish, "") + choiceChunk(`{"role":"assistant","content":""}`, "", `,"usage":`+usageJSON(u))
	}
	h.fail = func(msg string) string {
		return choiceChunk(`{"content":""}`, "error", `,"error":{"code":502,"message":`+quote(msg)+`,"metadata":{}}`)
	}
}

func groq(h *format) {
	h.head = choiceChunk(`{"role":"assistant","content":""}`, "", `,"x_groq":{"id":"req_1"}`)
	h.reasoning = func(text string) string { return choiceChunk(`{"reasoning":`+quote(text)+`}`, "", "") }
	h.tail = func(finish string, u llm.Usage, noFinish bool) string {
		return finishChunk(finish, noFinish, `,"x_groq":{"id":"req_1","usage":`+usageJSON(u)+`}`)
	}
	h.fail = func(msg string) string { return "event: error\n" + frame(errorFormat, quote(msg)) }
}

func together(h *format) {
	h.head = ""
	h.piece = func(n int, text string) string {
		return frame(`%s"choices":[{"index":0,"text":%s,"delta":{"role":"assistant","token_id":%d,"content":%s},"logprobs":null,"finish_reason":null,"seed":null}],"usage":null,"token":{"id":%d,"text":%s}}`,
			chunkHead, quote(text), n, quote(text), n, quote(text))
	}
	h.tail = func(finish string, u llm.Usage, noFinish bool) string {
		if finish == "" {
			finish = "eos"
		}
		return finishChunk(finish, noFinish, `,"usage":`+usageJSON(u))
	}
}

func deepSeek(h *format) {
	h.head = ": keep-alive\n\n: keep-alive\n\n" + choiceChunk(`{"role":"assistant","content":null,"reasoning_content":""}`, "", "")
	h.piece = func(_ int, text string) string {
		return choiceChunk(`{"content":`+quote(text)+`,"reasoning_content":null}`, "", "")
	}
	h.reasoning = func(text string) string {
		return choiceChunk(`{"content":null,"reasoning_content":`+quote(text)+`}`, "", "")
	}
	h.tail = func(finish string, u llm.Usage, noFinish bool) string {
		usage := fmt.Sprintf(`{"prompt_tokens":%d,"completion_tokens":%d,"prompt_cache_hit_tokens":%d,"prompt_cache_miss_tokens":%d}`,
			u.Prompt, u.Output, u.Cached, u.Prompt-u.Cached)
		return finishChunk(finish, noFinish, `,"usage":`+usage)
	}
}

// gemini sends the finish reason "stop" with every chunk, and no [DONE].
func gemini(h *format) {
	h.head, h.done = "", ""
	h.piece = func(_ int, text string) string {
		return choiceChunk(`{"content":`+quote(text)+`,"role":"assistant"}`, "stop", "")
	}
	h.tail = func(finish string, u llm.Usage, noFinish bool) string {
		return finishChunk(finish, noFinish, `,"usage":`+usageJSON(u))
	}
	h.fail = func(msg string) string {
		return frame(`[{"error":{"code":503,"message":%s,"status":"UNAVAILABLE"}}]`, quote(msg))
	}
}

func mistral(h *format) {
	h.head = choiceChunk(`{"role":"assistant","content":""}`, "", "")
	h.piece = func(n int, text string) string {
		if n%2 == 0 {
			return choiceChunk(`{"role":null,"content":[{"type":"text","text":`+quote(text)+`}]}`, "", `,"p":"abc"`)
		}
		return choiceChunk(`{"role":"","content":`+quote(text)+`}`, "", `,"p":"abc"`)
	}
	h.reasoning = func(text string) string {
		return choiceChunk(`{"content":[{"type":"thinking","thinking":[{"type":"text","text":`+quote(text)+`}]}]}`, "", "")
	}
	h.tail = func(finish string, u llm.Usage, noFinish bool) string {
		if finish == "length" {
			finish = "model_length"
		}
		return finishChunk(finish, noFinish, `,"usage":`+usageJSON(u))
	}
}

// namedEvent returns an Anthropic event. Its document repeats its name.
func namedEvent(name, rest string) string {
	return "event: " + name + "\n" + frame(`{"type":%s%s}`, quote(name), rest)
}

func anthropicFormat() format {
	ping := namedEvent("ping", "")
	return format{
		head: namedEvent("message_start", `,"message":{"id":"msg_1","type":"message","role":"assistant","content":[],"model":"fake-1","stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}}`) +
			namedEvent("content_block_start", `,"index":0,"content_block":{"type":"text","text":""}`) + ping,
		piece: func(n int, text string) string {
			out := namedEvent("content_block_delta", `,"index":0,"delta":{"type":"text_delta","text":`+quote(text)+`}`)
			if n%3 == 2 {
				out += ping + namedEvent("signature_of_tomorrow", `,"text":"not for the reader"`)
			}
			return out
		},
		reasoning: func(text string) string {
			return namedEvent("content_block_delta", `,"index":0,"delta":{"type":"thinking_delta","thinking":`+quote(text)+`}`) +
				namedEvent("content_block_delta", `,"index":0,"delta":{"type":"signature_delta","signature":"c2ln"}`)
		},
		tail: anthropicTail,
		fail: func(msg string) string {
			return namedEvent("error", `,"error":{"type":"overloaded_error","message":`+quote(msg)+`}`)
		},
		done: namedEvent("message_stop", ""),
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
	return namedEvent("content_block_stop", `,"index":0`) + namedEvent("message_delta",
		fmt.Sprintf(`,"delta":{"stop_reason":%s,"stop_sequence":null},"usage":{"input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation_input_tokens":0,"output_tokens":%d}`,
			reason, u.Prompt-u.Cached, u.Cached, u.Output))
}
