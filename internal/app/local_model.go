package app

import (
	"colloquy/internal/llm/openai"
	"colloquy/internal/localmodel"
)

// superviseModel prepares the supervisor of a model that the operator installs, before the start or
// while the service runs. It returns the address where the search can find the model. If the
// settings name a model or the demo responder, it does nothing.
func (a *App) superviseModel() ([]openai.Candidate, error) {
	c := a.opts.Config
	if c.LLMMode == "demo" || c.LLMURL != "" || c.LLMServers != "" || c.AnthropicAPIKey != "" {
		return nil, nil
	}
	s, err := localmodel.NewSupervisor(localmodel.Dir(c.DataDir), a.opts.Log)
	if err != nil {
		return nil, err
	}
	s.PollInterval, a.localModel = a.opts.ModelSearchInterval, s
	return []openai.Candidate{{Kind: "llamacpp", URL: s.URL()}}, nil
}
