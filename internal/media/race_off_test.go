//go:build !race

package media_test

// maxResident is the most memory, in MiB, that a process may take which decodes the
// largest pictures.
const maxResident = 150
