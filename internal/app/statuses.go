package app

// extraStatusesByCall has the statuses of calls that the route table does not imply
// (httpx.impliedErrorStatuses), by method and path. The OpenAPI document lists the implied and the
// extra ones. A test fails if a call answers with any other status
// (apptest.checkStatusesAreListed). Rule api-openapi.
var extraStatusesByCall = map[string][]int{
	"POST /auth/register":       {409},
	"POST /auth/login":          {404},
	"GET /auth/google":          {302, 403, 409},
	"GET /auth/google/callback": {409},
	"POST /auth/verify-email":   {409},
	"POST /auth/revert-email":   {409},
	"PUT /user/password":        {409},
	"POST /user/two-factor":     {403, 409},

	"POST /profile/{id}/comments": {409},
	"POST /comments/{id}/report":  {409},

	"POST /user/collections/lists":                 {409},
	"POST /user/collections/lists/{id}/characters": {409},
	"PUT /user/collections/lists/{id}/characters":  {409},

	"GET /help": {404},

	"POST /purchase":         {404, 409},
	"POST /purchase/verify":  {202, 404},
	"POST /purchase/sandbox": {404, 409},
	"POST /purchase/refund":  {404, 409},

	"POST /voices/character/speech": {402, 403, 404, 409},

	"POST /messages/{id}/memory":           {409},
	"PUT /messages/{id}/memory/{memoryId}": {409},

	"POST /session":                    {404},
	"POST /user/chats/bulk-delete":     {404},
	"GET /sessions/characterProfile":   {404},
	"POST /messages/{id}":              {403, 409},
	"POST /messages/{id}/stream":       {403, 409},
	"GET /messages/{id}/stream":        {204, 403, 406, 409},
	"POST /messages/{id}/regenerate":   {403, 409},
	"POST /messages/{id}/step-outside": {403, 409},

	"PUT /messages/{id}/{messageId}":                   {403, 409},
	"DELETE /messages/{id}/{messageId}":                {409},
	"PUT /messages/{id}/{messageId}/alternative":       {403, 409},
	"POST /messages/{id}/start-over":                   {403, 409},
	"POST /messages/{id}/archives/{archiveId}/restore": {403, 409},
	"PUT /messages/{id}/year":                          {403},
}
