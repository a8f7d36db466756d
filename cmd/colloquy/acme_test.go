package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// acmeAuthority is a fake certificate authority that speaks the ACME protocol. It checks the
// ownership of a name with the challenge http-01 at plainAddr. It does not check the signatures
// of requests.
type acmeAuthority struct {
	*httptest.Server
	t         *testing.T
	plainAddr string
	key       *ecdsa.PrivateKey
	root      *x509.Certificate

	name                   string      // domain name in the newest request for a certificate
	isProved               atomic.Bool // the challenge was answered
	issuedCertificateCount atomic.Int32
	chain                  []byte
}

func startACMEAuthority(t *testing.T, plainAddr string) *acmeAuthority {
	t.Helper()
	a := &acmeAuthority{t: t, plainAddr: plainAddr}
	var err error
	if a.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Test authority"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, a.key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	if a.root, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	a.Server = httptest.NewServer(http.HandlerFunc(a.answerACME))
	t.Cleanup(a.Close)
	return a
}

// rootPool returns a pool with the authority's certificate.
func (a *acmeAuthority) rootPool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.root)
	return pool
}

func (a *acmeAuthority) answerACME(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Replay-Nonce", rand.Text())
	payload := readPayload(r)
	status, location, answer := http.StatusOK, "", any(map[string]any{})
	switch r.URL.Path {
	case "/directory":
		answer = map[string]string{"newNonce": a.URL + "/nonce", "newAccount": a.URL + "/account", "newOrder": a.URL + "/order"}
	case "/account":
		status, location, answer = http.StatusCreated, a.URL+"/account/1", map[string]string{"status": "valid"}
	case "/order":
		a.name = payload.Identifiers[0].Value
		status, location, answer = http.StatusCreated, a.URL+"/order/1", a.orderJSON()
	case "/order/1":
		answer = a.orderJSON()
	case "/authz/1":
		answer = map[string]any{"status": a.challengeStatus(), "identifier": map[string]string{"type": "dns", "value": a.name}, "challenges": []any{a.challengeJSON()}}
	case "/challenge/1":
		a.checkChallengeAnswer()
		answer = a.challengeJSON()
	case "/finalize/1":
		a.issueCertificate(payload.CSR)
		location, answer = a.URL+"/order/1", a.orderJSON()
	case "/cert/1":
		w.Header().Set("Content-Type", "application/pem-certificate-chain")
		w.Write(a.chain)
		return
	}
	if location != "" {
		w.Header().Set("Location", location)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(answer)
}

type acmePayload struct {
	Identifiers []struct{ Value string }
	CSR         string
}

// readPayload returns the payload of a signed request.
func readPayload(r *http.Request) (out acmePayload) {
	var signed struct{ Payload string }
	if json.NewDecoder(r.Body).Decode(&signed) == nil {
		raw, _ := base64.RawURLEncoding.DecodeString(signed.Payload)
		json.Unmarshal(raw, &out)
	}
	return out
}

func (a *acmeAuthority) challengeStatus() string {
	if a.isProved.Load() {
		return "valid"
	}
	return "pending"
}

const acmeToken = "a-token-of-the-authority"

func (a *acmeAuthority) challengeJSON() map[string]string {
	return map[string]string{"type": "http-01", "url": a.URL + "/challenge/1", "token": acmeToken, "status": a.challengeStatus()}
}

func (a *acmeAuthority) orderJSON() map[string]any {
	out := map[string]any{
		"status": "pending", "identifiers": []any{map[string]string{"type": "dns", "value": a.name}},
		"authorizations": []string{a.URL + "/authz/1"}, "finalize": a.URL + "/finalize/1",
	}
	if a.isProved.Load() {
		out["status"] = "ready"
	}
	if a.chain != nil {
		out["status"], out["certificate"] = "valid", a.URL+"/cert/1"
	}
	return out
}

// checkChallengeAnswer requests the token of the challenge from the service, as an authority does, and
// stores whether the answer is right.
func (a *acmeAuthority) checkChallengeAnswer() {
	r, err := http.NewRequest(http.MethodGet, "http://"+a.plainAddr+"/.well-known/acme-challenge/"+acmeToken, nil)
	if err != nil {
		a.t.Error(err)
		return
	}
	r.Host = a.name
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		a.t.Errorf("the challenge is not answered: %v", err)
		return
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	a.isProved.Store(answer.StatusCode == http.StatusOK && strings.HasPrefix(string(text), acmeToken+"."))
}

func (a *acmeAuthority) issueCertificate(csrText string) {
	raw, _ := base64.RawURLEncoding.DecodeString(csrText)
	csr, err := x509.ParseCertificateRequest(raw)
	if err != nil || !a.isProved.Load() {
		a.t.Errorf("a certificate without proof, or %v", err)
		return
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), DNSNames: csr.DNSNames, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(90 * 24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.root, csr.PublicKey, a.key)
	if err != nil {
		a.t.Error(err)
		return
	}
	a.chain = fmt.Appendf(nil, "%s%s", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.root.Raw}))
	a.issuedCertificateCount.Add(1)
}
