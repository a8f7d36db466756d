package main

import (
	"context"
	"io"
	"os"

	recall "colloquy/bench/memory"
	"colloquy/internal/llm"
	"colloquy/internal/llm/openai"
	"colloquy/internal/storage"
)

// phaseMemory is the value of the flag -only for what characters remember.
const phaseMemory = "memory"

// talkMessageCount is the number of messages of a talk.
const talkMessageCount = 1000

// measureMemories measures what characters remember: with a scripted model, with the server's
// patterns instead of a model, and with the model of COLLOQUY_LLM_URL if that is set.
func measureMemories(ctx context.Context, _ options, out io.Writer) error {
	noteTakers := []struct {
		name  string
		model llm.Provider
	}{{"a scripted model", recall.ScriptedModel{Facts: recall.Facts()}}, {"the patterns", nil}}
	if url := os.Getenv("COLLOQUY_LLM_URL"); url != "" {
		p, err := openai.New(openai.Config{BaseURL: url, APIKey: os.Getenv("COLLOQUY_LLM_KEY"), Model: os.Getenv("COLLOQUY_LLM_MODEL")})
		if err != nil {
			return err
		}
		noteTakers = append(noteTakers, struct {
			name  string
			model llm.Provider
		}{p.Name(), p})
	}
	for _, t := range noteTakers {
		if err := measureTalk(ctx, t.name, t.model, out); err != nil {
			return err
		}
	}
	return nil
}

// measureTalk measures one talk and prints the result. If model is nil, the server's text patterns
// extract the facts.
func measureTalk(ctx context.Context, name string, model llm.Provider, out io.Writer) error {
	dir, err := os.MkdirTemp("", "colloquy-bench-memory-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	result, err := recall.MeasureTalk(ctx, storage.Options{DataDir: dir}, name, model, talkMessageCount)
	if err != nil {
		return err
	}
	result.WriteReport(out)
	return nil
}
