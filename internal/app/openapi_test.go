package app_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
)

type openAPIDocument struct {
	OpenAPI    string `json:"openapi"`
	Info       struct{ Title, Version string }
	Servers    []struct{ URL string }
	Paths      map[string]map[string]operation
	Components struct{ Schemas map[string]json.RawMessage }
}

type operation struct {
	OperationID string `json:"operationId"`
	Summary     string
	Tags        []string
	Parameters  []struct {
		Name, In string
		Required bool
	}
	RequestBody *json.RawMessage
	Responses   map[string]struct {
		Description string
		Content     map[string]json.RawMessage
	}
	Security []map[string][]string
}

var (
	refPattern       = regexp.MustCompile(`"\$ref":"([^"]*)"`)
	parameterPattern = regexp.MustCompile(`\{(\w+)\}`)
)

// TestOpenAPIDocumentIsValid: the document of the running server has no dangling
// references and agrees with the route table.
func TestOpenAPIDocumentIsValid(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	answer := e.NewVisitor().Do("GET", "/openapi.json", nil).Want(200)
	var d openAPIDocument
	answer.Into(&d)
	if !strings.HasPrefix(d.OpenAPI, "3.1") || d.Info.Title != "Colloquy" || d.Info.Version == "" || len(d.Servers) != 1 || d.Servers[0].URL != "/api" {
		t.Errorf("the document begins %s %+v %+v", d.OpenAPI, d.Info, d.Servers)
	}
	for _, m := range refPattern.FindAllStringSubmatch(answer.Body, -1) {
		name, ok := strings.CutPrefix(m[1], "#/components/schemas/")
		if _, known := d.Components.Schemas[name]; !ok || !known {
			t.Errorf("%s leads nowhere", m[1])
		}
	}
	if strings.Contains(answer.Body, `"$schema"`) {
		t.Error("answers have a $schema field")
	}
	describedCallCount := 0
	for _, item := range d.Paths {
		describedCallCount += len(item)
	}
	if describedCallCount != len(app.Routes) {
		t.Errorf("%d calls are described, the table has %d", describedCallCount, len(app.Routes))
	}
}

// rule api-openapi
func TestEveryRowIsDescribed(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	var d openAPIDocument
	e.NewVisitor().Do("GET", "/openapi.json", nil).Want(200).Into(&d)
	operationIDs := map[string]bool{}
	for _, row := range app.Routes {
		key := row.Method + " " + row.Path
		op, ok := d.Paths[row.Path][strings.ToLower(row.Method)]
		if !ok || op.OperationID == "" || op.Summary == "" || len(op.Tags) == 0 || operationIDs[op.OperationID] {
			t.Errorf("%s is described as %+v", key, op)
			continue
		}
		operationIDs[op.OperationID] = true
		if (op.RequestBody != nil) != (row.MaxBody > 0) {
			t.Errorf("%s: the row's body of %d bytes does not fit the description", key, row.MaxBody)
		}
		if open := len(op.Security) == 0; open != (row.Caller == 1) {
			t.Errorf("%s: security %v does not fit the row", key, op.Security)
		}
		checkParameters(t, key, row.Path, op)
		checkResponses(t, key, op)
	}
}

// rule api-openapi
func TestPendingAndConfirmedPaymentsHaveOneSchema(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	var d openAPIDocument
	e.NewVisitor().Do("GET", "/openapi.json", nil).Want(200).Into(&d)
	responses := d.Paths["/purchase/verify"]["post"].Responses
	pendingBody, confirmedBody := string(responses["202"].Content["application/json"]), string(responses["200"].Content["application/json"])
	if pendingBody != confirmedBody || !strings.Contains(pendingBody, "#/components/schemas/") {
		t.Errorf("202 has %q, 200 has %q", pendingBody, confirmedBody)
	}
}

func checkParameters(t *testing.T, key, path string, op operation) {
	t.Helper()
	var pathParameters, want []string
	for _, p := range op.Parameters {
		if p.In == "path" && p.Required {
			pathParameters = append(pathParameters, p.Name)
		}
	}
	for _, m := range parameterPattern.FindAllStringSubmatch(path, -1) {
		want = append(want, m[1])
	}
	if !slices.Equal(pathParameters, want) {
		t.Errorf("%s: parameters of the path %v, want %v", key, pathParameters, want)
	}
}

// checkResponses checks that an operation describes a success, and that all its errors
// have the same body.
func checkResponses(t *testing.T, key string, op operation) {
	t.Helper()
	hasSuccess := false
	for status, r := range op.Responses {
		if status[0] == '2' {
			hasSuccess = true
			if (len(r.Content) == 0) != (status == "204") {
				t.Errorf("%s: %s answers %d kinds of content", key, status, len(r.Content))
			}
			continue
		}
		if status[0] == '3' { // a redirect has no body
			continue
		}
		if shape := fmt.Sprint(string(r.Content["application/json"])); !strings.Contains(shape, "#/components/schemas/Problem") || r.Description == "" {
			t.Errorf("%s: %s answers %s", key, status, shape)
		}
	}
	if !hasSuccess {
		t.Errorf("%s describes no success", key)
	}
}
