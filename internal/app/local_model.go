package app

import (
	"colloquy/internal/llm/openai"
	"colloquy/internal/localmodel"
)

// superviseModel prepares the supervisor of an installed model. The operator may install the model
// before the start or while the service runs. superviseModel returns the address at which the
// search for models can find it. If the settings name a model or the demo responder, superviseModel
// does nothing.
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
