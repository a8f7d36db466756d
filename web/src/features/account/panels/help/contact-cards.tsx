import { Mail, MessagesSquare, Phone } from 'lucide-react';
import { lazy, useState } from 'react';
import type { HelpContact, HelpContent } from '#/shared/api/types';
import { historyStateWithLetter } from '#/shared/lib/contact-letter';
import { paths } from '#/shared/lib/paths';
import { LazyOverlay } from '#/shared/ui/lazy-overlay';
import { Link } from '#/shared/ui/link';
import { texts } from '../../texts';

const LiveChat = lazy(() => import('./live-chat').then((m) => ({ default: m.LiveChat })));

const contactIcons = { chat: MessagesSquare, email: Mail, phone: Phone };

const callBackLetter = historyStateWithLetter({
  subject: texts.callBackSubject,
  message: texts.callBackMessage,
});

function CardContent({ contact, action }: { contact: HelpContact; action: string }) {
  const Icon = contactIcons[contact.kind];
  return (
    <>
      <Icon size={22} aria-hidden="true" />
      <span className="display t4">{contact.title}</span>
      <span className="small muted">{contact.note}</span>
      <span className="help-card__action small">{action}</span>
    </>
  );
}

interface ContactCardProps {
  contact: HelpContact;
  help: HelpContent;
  onChat: () => void;
}

function ContactCard({ contact, help, onChat }: ContactCardProps) {
  const { support_email: email, support_phone: phone } = help;
  if (contact.kind === 'chat') {
    return (
      <button type="button" className="help-card" aria-haspopup="dialog" onClick={onChat}>
        <CardContent contact={contact} action="Ask a question" />
      </button>
    );
  }
  if (contact.kind === 'email') {
    return (
      <a className="help-card" href={`mailto:${email}`}>
        <CardContent contact={contact} action={email} />
      </a>
    );
  }
  if (phone) {
    return (
      <a className="help-card" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
        <CardContent contact={contact} action={phone} />
      </a>
    );
  }
  return (
    <Link className="help-card" to={paths.contact.getHref()} state={callBackLetter}>
      <CardContent contact={contact} action="Ask for a call back" />
    </Link>
  );
}

/** The ways to reach support (rule help-contacts). */
export function ContactCards({ help }: { help: HelpContent }) {
  const [isChatOpen, setChatOpen] = useState(false);
  return (
    <>
      <ul className="help-cards" aria-label="Contact support">
        {help.contacts.map((contact) => (
          <li className="help-cards__item" key={contact.kind}>
            <ContactCard contact={contact} help={help} onChat={() => setChatOpen(true)} />
          </li>
        ))}
      </ul>
      {isChatOpen && (
        <LazyOverlay onFail={() => setChatOpen(false)}>
          <LiveChat questions={help.questions} onClose={() => setChatOpen(false)} />
        </LazyOverlay>
      )}
    </>
  );
}
