package fake

import (
	"encoding/json"
	"fmt"
	"strings"

	"colloquy/internal/llm"
)

// format is the wire format of a dialect. The string fields are complete frames of a stream, and
// the functions return complete frames.
type format struct {
	headFrames string // before the first piece
	piece      func(n int, text string) string
	reasoning  func(text string) string
	tailFrames func(finish string, u llm.Usage, noFinish bool) string
	errorFrame func(msg string) string
	doneFrame  string // the last frame
}

// dataEvent returns an event without a name, whose data is formatted like fmt.Sprintf.
func dataEvent(format string, args ...any) string {
	return "data: " + fmt.Sprintf(format, args...) + "\n\n"
}

func jsonText(s string) string {
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
		reason = jsonText(finish)
	}
	return dataEvent(`%s"choices":[{"index":0,"delta":%s,"logprobs":null,"finish_reason":%s}]%s}`, chunkHead, delta, reason, extra)
}

func usageJSON(u llm.Usage) string {
	return fmt.Sprintf(`{"prompt_tokens":%d,"completion_tokens":%d,"total_tokens":%d,"prompt_tokens_details":{"cached_tokens":%d}}`,
		u.Prompt, u.Output, u.Prompt+u.Output, u.Cached)
}

const errorFormat = `{"error":{"message":%s,"type":"server_error","param":null,"code":null}}`

// openAIFormat returns OpenAI's format. All formats but Anthropic's are derived from it.
func openAIFormat() format {
	return format{
		headFrames: choiceChunk(`{"role":"assistant","content":"","refusal":null}`, "", `,"usage":null,"obfuscation":"xyz"`),
		piece: func(_ int, text string) string {
			return choiceChunk(`{"content":`+jsonText(text)+`}`, "", `,"usage":null,"obfuscation":"q"`)
		},
		reasoning: func(text string) string { return choiceChunk(`{"reasoning_content":`+jsonText(text)+`}`, "", "") },
		tailFrames: func(finish string, u llm.Usage, noFinish bool) string {
			return finishChunk(finish, noFinish, "") + dataEvent(`%s"choices":[],"usage":%s}`, chunkHead, usageJSON(u))
		},
		errorFrame: func(msg string) string { return dataEvent(errorFormat, jsonText(msg)) },
		doneFrame:  "data: [DONE]\n\n",
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
		imitateAzure(&h)
	case VLLM:
		imitateVLLM(&h)
	case LlamaCpp:
		imitateLlamaCpp(&h)
	case Ollama:
		imitateOllama(&h)
	case LMStudio:
		imitateLmStudio(&h)
	case OpenRouter:
		imitateOpenRouter(&h)
	case Groq:
		imitateGroq(&h)
	case Together:
		imitateTogetherAI(&h)
	case DeepSeek:
		imitateDeepSeek(&h)
	case Gemini:
		imitateGemini(&h)
	case Mistral:
		imitateMistral(&h)
	case Anthropic:
		return anthropicFormat()
	}
	return h
}

func imitateAzure(h *format) {
	h.headFrames = dataEvent(`{"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":[{"prompt_index":0,"content_filter_results":{}}]}`) + h.headFrames
	h.piece = func(n int, text string) string {
		out := choiceChunk(`{"content":`+jsonText(text)+`}`, "", "")
		if n%3 == 1 {
			out += dataEvent(`{"choices":[{"content_filter_offsets":{"check_offset":1},"content_filter_results":{},"finish_reason":null,"index":0}],"id":"","object":""}`)
		}
		return out
	}
}

func imitateVLLM(h *format) {
	h.piece = func(n int, text string) string {
		return choiceChunk(`{"content":`+jsonText(text)+`}`, "", fmt.Sprintf(`,"usage":{"prompt_tokens":1,"completion_tokens":%d,"total_tokens":%d}`, n, n+1))
	}
	h.reasoning = func(text string) string {
		return choiceChunk(`{"reasoning_content":`+jsonText(text)+`,"reasoning":`+jsonText(text)+`}`, "", "")
	}
	h.errorFrame = func(msg string) string {
		return dataEvent(`{"object":"error","message":%s,"type":"InternalServerError","param":null,"code":500}`, jsonText(msg)) + h.doneFrame
	}
}

// imitateLlamaCpp makes h begin with null content, and puts a space before the first text of an
// answer.
func imitateLlamaCpp(h *format) {
	h.headFrames = ":\n\n" + choiceChunk(`{"role":"assistant","content":null}`, "", "")
	h.piece = func(n int, text string) string {
		if n == 0 {
			text = " " + text
		}
		return choiceChunk(`{"content":`+jsonText(text)+`}`, "", "")
	}
	h.errorFrame = func(msg string) string {
		return dataEvent(`{"error":{"code":500,"message":%s,"type":"server_error"}}`, jsonText(msg))
	}
	h.tailFrames = func(finish string, u llm.Usage, noFinish bool) string {
		return finishChunk(finish, noFinish, "") + dataEvent(`%s"choices":[],"usage":%s,"timings":{"prompt_ms":1.5}}`, chunkHead, usageJSON(u))
	}
}

// imitateOllama removes the separate chunk for the role. The error frame is what Ollama sends if the
// process that runs the model crashes: an empty chunk. The body then ends properly.
func imitateOllama(h *format) {
	h.headFrames = ""
	h.piece = func(_ int, text string) string {
		return choiceChunk(`{"role":"assistant","content":`+jsonText(text)+`}`, "", "")
	}
	h.reasoning = func(text string) string {
		return choiceChunk(`{"role":"assistant","content":"","reasoning":`+jsonText(text)+`}`, "", "")
	}
	h.errorFrame = func(string) string {
		return dataEvent(`{"id":"chatcmpl-7","object":"chat.completion.chunk","created":1,"model":"","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`)
	}
}

func imitateLmStudio(h *format) {
	h.errorFrame = func(msg string) string {
		return "event: error\n" + dataEvent(`{"error":{"message":%s},"message":%s}`, jsonText(msg), jsonText(msg))
	}
}

func imitateOpenRouter(h *format) {
	h.headFrames = ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n" + h.headFrames
	h.reasoning = func(text string) string {
		return choiceChunk(`{"role":"assistant","content":"","reasoning":`+jsonText(text)+`,"reasoning_details":[{"type":"reasoning.text","text":`+jsonText(text)+`}]}`, "", "")
	}
	h.tailFrames = func(finish string, u llm.Usage, noFinish bool) string {
		return finishChunk(finish, noFinish, "") + choiceChunk(`{"role":"assistant","content":""}`, "", `,"usage":`+usageJSON(u))
	}
	h.errorFrame = func(msg string) string {
		return choiceChunk(`{"content":""}`, "error", `,"error":{"code":502,"message":`+jsonText(msg)+`,"metadata":{}}`)
	}
}

func imitateGroq(h *format) {
	h.headFrames = choiceChunk(`{"role":"assistant","content":""}`, "", `,"x_groq":{"id":"req_1"}`)
	h.reasoning = func(text string) string { return choiceChunk(`{"reasoning":`+jsonText(text)+`}`, "", "") }
	h.tailFrames = func(finish string, u llm.Usage, noFinish bool) string {
		return finishChunk(finish, noFinish, `,"x_groq":{"id":"req_1","usage":`+usageJSON(u)+`}`)
	}
	h.errorFrame = func(msg string) string { return "event: error\n" + dataEvent(errorFormat, jsonText(msg)) }
}

func imitateTogetherAI(h *format) {
	h.headFrames = ""
	h.piece = func(n int, text string) string {
		return dataEvent(`%s"choices":[{"index":0,"text":%s,"delta":{"role":"assistant","token_id":%d,"content":%s},"logprobs":null,"finish_reason":null,"seed":null}],"usage":null,"token":{"id":%d,"text":%s}}`,
			chunkHead, jsonText(text), n, jsonText(text), n, jsonText(text))
	}
	h.tailFrames = func(finish string, u llm.Usage, noFinish bool) string {
		if finish == "" {
			finish = "eos"
		}
		return finishChunk(finish, noFinish, `,"usage":`+usageJSON(u))
	}
}

func imitateDeepSeek(h *format) {
	h.headFrames = ": keep-alive\n\n: keep-alive\n\n" + choiceChunk(`{"role":"assistant","content":null,"reasoning_content":""}`, "", "")
	h.piece = func(_ int, text string) string {
		return choiceChunk(`{"content":`+jsonText(text)+`,"reasoning_content":null}`, "", "")
	}
	h.reasoning = func(text string) string {
		return choiceChunk(`{"content":null,"reasoning_content":`+jsonText(text)+`}`, "", "")
	}
	h.tailFrames = func(finish string, u llm.Usage, noFinish bool) string {
		usageText := fmt.Sprintf(`{"prompt_tokens":%d,"completion_tokens":%d,"prompt_cache_hit_tokens":%d,"prompt_cache_miss_tokens":%d}`,
			u.Prompt, u.Output, u.Cached, u.Prompt-u.Cached)
		return finishChunk(finish, noFinish, `,"usage":`+usageText)
	}
}

// imitateGemini adds the finish reason "stop" to every chunk, and leaves out [DONE].
func imitateGemini(h *format) {
	h.headFrames, h.doneFrame = "", ""
	h.piece = func(_ int, text string) string {
		return choiceChunk(`{"content":`+jsonText(text)+`,"role":"assistant"}`, "stop", "")
	}
	h.tailFrames = func(finish string, u llm.Usage, noFinish bool) string {
		return finishChunk(finish, noFinish, `,"usage":`+usageJSON(u))
	}
	h.errorFrame = func(msg string) string {
		return dataEvent(`[{"error":{"code":503,"message":%s,"status":"UNAVAILABLE"}}]`, jsonText(msg))
	}
}

func imitateMistral(h *format) {
	h.headFrames = choiceChunk(`{"role":"assistant","content":""}`, "", "")
	h.piece = func(n int, text string) string {
		if n%2 == 0 {
			return choiceChunk(`{"role":null,"content":[{"type":"text","text":`+jsonText(text)+`}]}`, "", `,"p":"abc"`)
		}
		return choiceChunk(`{"role":"","content":`+jsonText(text)+`}`, "", `,"p":"abc"`)
	}
	h.reasoning = func(text string) string {
		return choiceChunk(`{"content":[{"type":"thinking","thinking":[{"type":"text","text":`+jsonText(text)+`}]}]}`, "", "")
	}
	h.tailFrames = func(finish string, u llm.Usage, noFinish bool) string {
		if finish == "length" {
			finish = "model_length"
		}
		return finishChunk(finish, noFinish, `,"usage":`+usageJSON(u))
	}
}

// namedEvent returns an event of Anthropic, whose data repeats the name. rest is the rest
// of the data and begins with a comma unless it is empty.
func namedEvent(name, rest string) string {
	return "event: " + name + "\n" + dataEvent(`{"type":%s%s}`, jsonText(name), rest)
}

func anthropicFormat() format {
	ping := namedEvent("ping", "")
	return format{
		headFrames: namedEvent("message_start", `,"message":{"id":"msg_1","type":"message","role":"assistant","content":[],"model":"fake-1","stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}}`) +
			namedEvent("content_block_start", `,"index":0,"content_block":{"type":"text","text":""}`) + ping,
		piece: func(n int, text string) string {
			out := namedEvent("content_block_delta", `,"index":0,"delta":{"type":"text_delta","text":`+jsonText(text)+`}`)
			if n%3 == 2 {
				out += ping + namedEvent("signature_of_tomorrow", `,"text":"not for the reader"`)
			}
			return out
		},
		reasoning: func(text string) string {
			return namedEvent("content_block_delta", `,"index":0,"delta":{"type":"thinking_delta","thinking":`+jsonText(text)+`}`) +
				namedEvent("content_block_delta", `,"index":0,"delta":{"type":"signature_delta","signature":"c2ln"}`)
		},
		tailFrames: anthropicEndEvents,
		errorFrame: func(msg string) string {
			return namedEvent("error", `,"error":{"type":"overloaded_error","message":`+jsonText(msg)+`}`)
		},
		doneFrame: namedEvent("message_stop", ""),
	}
}

func anthropicEndEvents(finish string, u llm.Usage, noFinish bool) string {
	stopReason := strings.NewReplacer("length", "max_tokens", "content_filter", "refusal", "stop", "end_turn").Replace(finish)
	if stopReason == "" {
		stopReason = "end_turn"
	}
	reason := jsonText(stopReason)
	if noFinish {
		reason = "null"
	}
	return namedEvent("content_block_stop", `,"index":0`) + namedEvent("message_delta",
		fmt.Sprintf(`,"delta":{"stop_reason":%s,"stop_sequence":null},"usage":{"input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation_input_tokens":0,"output_tokens":%d}`,
			reason, u.Prompt-u.Cached, u.Cached, u.Output))
}
