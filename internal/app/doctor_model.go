package app

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"colloquy/internal/billing/razorpay"
	"colloquy/internal/config"
	"colloquy/internal/doctor"
	"colloquy/internal/llm/openai"
	"colloquy/internal/localmodel"
)

// examineModel asks each OpenAI-compatible server for its list of models. It does not ask other
// services, because each question costs money there. Without configured providers it looks for a
// model on this machine. Rule operations-doctor.
func examineModel(ctx context.Context, c config.Config) []doctor.Finding {
	if c.LLMMode == "demo" {
		return oneFinding(doctor.Good, "the demo responder answers, as COLLOQUY_LLM says", "")
	}
	configured, err := readConfiguredModels(c, slog.New(slog.DiscardHandler))
	if err != nil {
		return oneFinding(doctor.Bad, err.Error(), "check the settings that begin with COLLOQUY_LLM")
	}
	if configured.isEmpty() {
		return examineLocalModel(ctx, c)
	}
	var out []doctor.Finding
	for _, p := range configured.allProviders() {
		client, is := p.(*openai.Client)
		if !is {
			out = append(out, oneFinding(doctor.Good, p.Name()+" is set; it was not asked", "")...)
			continue
		}
		out = append(out, examineModelServer(ctx, client))
	}
	return out
}

func examineModelServer(ctx context.Context, client *openai.Client) doctor.Finding {
	modelIDs, err := client.Models(ctx)
	if err != nil {
		return oneFinding(doctor.Bad, err.Error(), "check its address, its key, and that it runs")[0]
	}
	const shown = 3
	text := strings.Join(modelIDs[:min(len(modelIDs), shown)], ", ")
	if len(modelIDs) > shown {
		text += fmt.Sprintf(" and %d more", len(modelIDs)-shown)
	}
	return oneFinding(doctor.Good, client.Name()+" answers and has "+text, "")[0]
}

func examineLocalModel(ctx context.Context, c config.Config) []doctor.Finding {
	dir := localmodel.Dir(c.DataDir)
	if in, err := localmodel.ReadInstallation(dir); err == nil {
		if reason := localmodel.LastFailure(dir); reason != "" {
			return oneFinding(doctor.Bad, in.Title+" is installed, but its server ended: "+reason, "look in the log for 'the local model server has ended' and its last lines; a smaller model needs less memory: colloquy model list")
		}
		return oneFinding(doctor.Good, in.Title+" is installed; a running service starts it", "")
	}
	if found, ok := openai.Detect(ctx, nil, localServerCandidates(c)); ok {
		return oneFinding(doctor.Good, found.Kind+" runs on this machine and has "+found.Model, "")
	}
	return oneFinding(doctor.Warning, "no model is set and none runs on this machine: the demo responder answers", "colloquy model install, start Ollama, LM Studio or llama.cpp here, or set COLLOQUY_LLM_URL")
}

func examinePayment(ctx context.Context, c config.Config) []doctor.Finding {
	setupText := describePaymentSetup(c)
	if c.PaymentProvider() != config.PaymentsRazorpay {
		return oneFinding(doctor.Good, setupText, "")
	}
	client := razorpay.New(razorpay.Config{URL: c.RazorpayURL, KeyID: c.RazorpayKeyID, KeySecret: c.RazorpayKeySecret.Reveal()})
	if err := client.Check(ctx); err != nil {
		return oneFinding(doctor.Bad, err.Error(), "check the key in Razorpay's dashboard, and that this machine reaches "+razorpay.OfficialURL)
	}
	if len(c.WebhookSecrets()) == 0 {
		return oneFinding(doctor.Warning, setupText+" takes the key, but no webhook is set: a payment whose tab is closed is found late", "make the webhook and set COLLOQUY_RAZORPAY_WEBHOOK_SECRET")
	}
	return oneFinding(doctor.Good, setupText+" takes the key", "")
}
