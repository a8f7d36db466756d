// Package house has only tests: they check the sources of the whole repository.
package house
