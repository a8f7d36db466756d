import { useEffect, useRef } from 'react';
import { Button } from '#/shared/ui/button';
import { Field } from '#/shared/ui/field';
import { useContactForm } from '../hooks/use-contact-form';
import { MessageField } from './message-field';

/** Confirms that the message was sent (rule contact-thanks). It replaces the form and gets the focus. */
function SentConfirmation() {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  return (
    <div className="contact__thanks ruled" role="status">
      <div className="contact__thanks-words">
        <svg width="220" height="44" viewBox="0 0 220 44" fill="none" aria-hidden="true">
          <path d="M0 22h56c12 0 14-8 22-8s10 22 18 22 8-32 16-32 8 30 16 30 8-20 16-20 8 8 20 8h56" />
        </svg>
        <h2 className="display" ref={headingRef} tabIndex={-1}>
          Thank you for your message!
        </h2>
        <p className="voice muted">We will reach out to you soon.</p>
      </div>
    </div>
  );
}

/** The contact form, with the hidden field of rule contact-hidden-field (rule contact-errors). */
export function ContactForm() {
  const { form, trap: honeypot, field, sending, sent } = useContactForm();
  if (sent) return <SentConfirmation />;
  return (
    <form className="contact__form" aria-label="Write to us" {...form}>
      <div className="contact__pair">
        <Field label="Name" autoComplete="name" {...field('name')} />
        <Field label="Email" type="email" autoComplete="email" {...field('email')} />
      </div>
      <Field label="Subject" {...field('subject')} />
      <MessageField {...field('message')} />
      <div className="visually-hidden" aria-hidden="true">
        <label>
          Leave this empty
          <input name="website" ref={honeypot} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className="contact__send">
        <Button type="submit" size="lg" busy={sending}>
          {sending ? 'Sending...' : 'Send Message'}
        </Button>
        <p className="small faint">We use your address to answer you, and for nothing else.</p>
      </div>
    </form>
  );
}
