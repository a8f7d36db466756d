package app

import (
	"context"
	"path/filepath"

	"colloquy/internal/config"
	"colloquy/internal/doctor"
	"colloquy/internal/email"
)

// examineMail checks that the mail server answers and takes the user and the password. Without a
// mail server it says where mail goes. Rule operations-doctor.
func examineMail(ctx context.Context, c config.Config) []doctor.Finding {
	sender, err := chooseSender(c, systemClock(c))
	if err != nil {
		return oneFinding(doctor.Bad, err.Error(), "check COLLOQUY_SMTP_URL and COLLOQUY_MAIL_FROM")
	}
	server, isSMTP := sender.(*email.SMTP)
	if !isSMTP {
		level, do := doctor.Good, ""
		if c.PublicHost() != "" {
			level, do = doctor.Warning, "set COLLOQUY_SMTP_URL and COLLOQUY_MAIL_FROM: nobody can confirm an address or reset a password"
		}
		return oneFinding(level, "mail is not sent, it becomes files in "+filepath.Clean(outboxDir(c)), do)
	}
	ctx, cancel := context.WithTimeout(ctx, doctorTimeout)
	defer cancel()
	if err := server.Check(ctx); err != nil {
		return oneFinding(doctor.Bad, err.Error(), "check COLLOQUY_SMTP_URL: smtps:// for a port with TLS from the first byte (465), smtp:// for STARTTLS (587), host, user and password; and whether the provider of this machine blocks the port")
	}
	if !server.SignsIn() {
		return oneFinding(doctor.Good, server.DestinationText()+" answers; COLLOQUY_SMTP_URL has no user, so nobody signs in", "")
	}
	return oneFinding(doctor.Good, server.DestinationText()+" takes the user and the password", "")
}

// examineSupportAddress checks whether somebody reads the messages of Contact Us.
func examineSupportAddress(c config.Config) []doctor.Finding {
	switch {
	case !c.HasPlaceholderSupportEmail():
		return oneFinding(doctor.Good, "messages of Contact Us go to the address in COLLOQUY_SUPPORT_EMAIL", "")
	case c.PublicHost() == "":
		return oneFinding(doctor.Good, "nobody reads the messages of Contact Us, and only this machine uses the service", "")
	}
	return oneFinding(doctor.Warning, "nobody reads the messages of Contact Us: the address that it shows and writes to is a placeholder", "set COLLOQUY_SUPPORT_EMAIL to an address that you read, such as support@"+c.PublicHost())
}
