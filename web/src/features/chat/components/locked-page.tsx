import { Lock } from 'lucide-react';
import { texts } from '../messages';

/** In place of an empty chat with a character that is not free for this user. */
export function LockedPage({ name }: { name: string }) {
  return (
    <div className="locked ruled">
      <div className="locked__text">
        <span className="locked__mark">
          <Lock size={28} aria-hidden="true" />
        </span>
        <h2 className="display">{name} keeps a closed door</h2>
        <p className="voice muted">This chat is part of Full Access.</p>
        <p className="small faint">{texts.noPayment}</p>
      </div>
    </div>
  );
}
