package app

// Routes is the route table, for the tests that are made from it.
var Routes = routes
