// Command eval grades a model by rules. The model plays 12 personas, and each persona gets the same
// 40 questions. The command prints a table of the grades. With the flag -write the command also
// replaces the model's section in a document. docs/eval.md describes the rules.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"colloquy/internal/chat/prompt"
	"colloquy/internal/demo"
	"colloquy/internal/llm"
	"colloquy/internal/llm/anthropic"
	"colloquy/internal/llm/openai"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := runEval(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func runEval(ctx context.Context) error {
	modelName := flag.String("model", "", "demo, scripted, or empty for the model of COLLOQUY_LLM_URL or COLLOQUY_ANTHROPIC_API_KEY")
	promptForm := flag.String("prompt", os.Getenv("COLLOQUY_MODEL_PROMPT"), "auto, frontier, small or bridge")
	documentPath := flag.String("write", "", "document in which to replace the section of the model")
	flag.Parse()
	model, err := chooseModel(ctx, *modelName)
	if err != nil {
		return err
	}
	info := llm.Info(model)
	info.PromptVariant = *promptForm
	variant := prompt.VariantOf(info)
	scores, err := evaluate(ctx, model, variant, func(line string) { fmt.Fprintln(os.Stderr, line) })
	if err != nil {
		return err
	}
	text := fmt.Sprintf("Form of the prompt: %s.\n\n%s", variant, markdownTable(scores))
	fmt.Printf("%s\n%s", model.Name(), text)
	if *documentPath == "" {
		return nil
	}
	return writeSection(*documentPath, model.Name(), text)
}

var errNoModel = errors.New("eval: no model: set COLLOQUY_LLM_URL or COLLOQUY_ANTHROPIC_API_KEY, or use -model demo or -model scripted")

// chooseModel returns the model that the value of the flag -model names. For "" it returns the
// model that the environment names, or errNoModel.
func chooseModel(ctx context.Context, name string) (llm.Provider, error) {
	switch {
	case name == "demo":
		return demo.New(demo.Options{}), nil
	case name == "scripted":
		return &scriptedModel{}, nil
	case name != "":
		return nil, fmt.Errorf("eval: unknown model %q", name)
	case os.Getenv("COLLOQUY_LLM_URL") != "":
		c, err := openai.New(openai.Config{BaseURL: os.Getenv("COLLOQUY_LLM_URL"), APIKey: os.Getenv("COLLOQUY_LLM_KEY"), Model: os.Getenv("COLLOQUY_LLM_MODEL")})
		if err != nil {
			return nil, err
		}
		c.Inspect(ctx)
		return c, nil
	case os.Getenv("COLLOQUY_ANTHROPIC_API_KEY") != "":
		return anthropic.New(anthropic.Config{APIKey: os.Getenv("COLLOQUY_ANTHROPIC_API_KEY"), Model: os.Getenv("COLLOQUY_ANTHROPIC_MODEL")})
	}
	return nil, errNoModel
}
