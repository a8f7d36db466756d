package accounts

import "colloquy/internal/core"

// Errors of the service. The rules accounts-login-refusals, accounts-email-taken
// and accounts-credential-mismatch define their texts and codes.
var (
	errWrongPassword = core.E(core.Unauthenticated, "invalid_credentials", "Invalid email or password").Field("password")
	errUnknownUser   = core.E(core.NotFound, "user_not_found", "User not found").Field("email")
	errEmailTaken    = core.E(core.Conflict, "email_taken", "Email already exists").Field("email")
	errTooMany       = core.E(core.Limited, "rate_limited", "Too many attempts. Please wait a while and try again.")
	errBusy          = core.E(core.Unavailable, "busy", "Many people are signing in right now. Please try again in a moment.")
	errBadToken      = core.E(core.Unauthenticated, "session_ended", "Your session has ended. Please log in again.")
	errMismatch      = core.E(core.Unauthenticated, "credential_mismatch", "Two different accounts are signed in here. Please log in again.")
	errNotSignedIn   = core.ErrNotSignedIn

	// Rules accounts-two-factor-setup and accounts-two-factor-login.
	errTwoFactor        = core.E(core.Unauthenticated, "two_factor_required", "Enter the code from your authenticator app.")
	errTwoFactorIsOn    = core.E(core.Conflict, "two_factor_is_on", "Two-factor sign-in is on already.")
	errWrongCode        = core.E(core.Malformed, "invalid_code", "Invalid code")
	errChallengeEnded   = core.E(core.Malformed, "challenge_ended", "Please log in again.")
	errWrongOwnPassword = core.Fields("password", "Password is incorrect")

	// ErrNotVerified reports that an account has not confirmed its address.
	ErrNotVerified = core.E(core.Forbidden, "not_verified", "The account has not confirmed its email address.")
)
