package demo

import "colloquy/internal/english"

// advicePhrases are phrases that ask for medical or legal advice.
var advicePhrases = english.ParsePhrases(`
my symptoms
diagnose me
chest pain
should i take medicine
should i take medication
should i take antibiotics
my medication
my medicine
what dose
what dosage
how many pills
how many tablets
stop taking my
my prescription
legal advice
medical advice
can i sue
should i sue
my lawyer
my lawsuit
am i liable
is it legal for me`)
