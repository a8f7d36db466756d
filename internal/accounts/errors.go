package accounts

import "colloquy/internal/core"

// Errors of the service. The rules of the topic accounts define their texts and codes.
var (
	// Rule accounts-login-refusals.
	errWrongPassword = core.E(core.Unauthenticated, "invalid_credentials", "Invalid email or password").AtField("password")
	errUnknownUser   = core.E(core.NotFound, "user_not_found", "User not found").AtField("email")
	// Rules accounts-email-taken, accounts-change-confirm.
	errEmailTaken      = core.E(core.Conflict, "email_taken", "Email already exists").AtField("email")
	errTooManyAttempts = core.E(core.Limited, "rate_limited", "Too many attempts. Please wait a while and try again.")
	errBadToken        = core.E(core.Unauthenticated, "session_ended", "Your session has ended. Please log in again.")
	// Rule accounts-credential-mismatch.
	errCredentialMismatch = core.E(core.Unauthenticated, "credential_mismatch", "Two different accounts are signed in here. Please log in again.")
	// Rule accounts-verify-link.
	errInvalidLink = core.E(core.Malformed, "invalid_link", "This link does not work any more. Please ask for a new mail.")
	// Rule accounts-change-email.
	errSignInTooOldForEmail = core.E(core.Forbidden, "sign_in_again", "Please log in again to change your email.")
	// Rule accounts-password-current.
	errWrongCurrentPassword = core.InvalidFieldsError("currentPassword", "Current password is incorrect")
	// Rule accounts-sessions-end.
	errNoSession   = core.E(core.NotFound, "session_not_found", "This session does not exist.")
	errNoPicture   = core.InvalidFieldsError("avatar", "This picture is gone. Please upload it again.")
	errNotSignedIn = core.ErrNotSignedIn
	// Rule accounts-delete-password.
	errPasswordNotConfirmed = core.InvalidFieldsError("password", "Current password is incorrect")
	// Rule accounts-no-password.
	errNoPassword = core.E(core.Conflict, "no_password", "Your account has no password yet. Ask for a mail to set one.")
	// Rules accounts-delete-password, accounts-no-password.
	errSignInTooOld = core.E(core.Forbidden, "reauth_required", "Please log in again to do this.")

	// Errors of two-factor sign-in. Rules accounts-two-factor-setup and
	// accounts-two-factor-login.
	errTwoFactorRequired = core.E(core.Unauthenticated, "two_factor_required", "Enter the code from your authenticator app.")
	errTwoFactorIsOn     = core.E(core.Conflict, "two_factor_is_on", "Two-factor sign-in is on already.")
	errWrongCode         = core.E(core.Malformed, "invalid_code", "Invalid code")
	// Rule accounts-two-factor-tries.
	errChallengeEnded = core.E(core.Malformed, "challenge_ended", "Please log in again.")
	// Rule accounts-two-factor-setup: the user has entered a wrong password.
	errWrongOwnPassword = core.InvalidFieldsError("password", "Password is incorrect")

	// ErrNotVerified reports that an account has not confirmed its address.
	ErrNotVerified = core.E(core.Forbidden, "not_verified", "The account has not confirmed its email address.")

	// Errors of resets. Rules accounts-reset-code and accounts-reset-link.
	errInvalidCode      = core.E(core.Malformed, "invalid_otp", "Invalid OTP")
	errInvalidResetLink = core.E(core.Malformed, "invalid_link", "This link has expired or was already used. Please ask for a new mail.")
)
