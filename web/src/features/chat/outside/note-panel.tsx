import { type KeyboardEventHandler, type RefObject, useEffect, useId, useRef } from 'react';
import { Button } from '#/shared/ui/button';
import { type Note, paragraphsOf, sourceEntries } from './note';
import { disclaimerText, outsideTexts } from './texts';

interface NotePanelProps {
  id: string;
  /** Name of the character, who is not the author of the note. */
  characterName: string;
  note: Note | undefined;
  isWaitingForNote: boolean;
  failureText: string;
  opener: RefObject<HTMLElement | null>;
  onRetry: () => void;
  onClose: () => void;
  onKeyDown: KeyboardEventHandler;
}

function Sources({ note }: { note: Note }) {
  const entries = sourceEntries(note);
  if (entries.length === 0) return null;
  return (
    <>
      <h4 className="outside__label">{outsideTexts.sources}</h4>
      <ol className="outside__sources">
        {entries.map(({ text, source, address }) => (
          <li key={`${text} ${source}`}>
            {text !== '' && <>{text} </>}
            {address === '' ? (
              <cite>{source}</cite>
            ) : (
              <a
                className="link"
                href={address}
                target="_blank"
                rel="noopener noreferrer"
                tabIndex={-1}
              >
                {source}
              </a>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** A note about a reply, written by the service. It does not look like a message of a character. */
export function NotePanel({
  id,
  characterName,
  note,
  isWaitingForNote,
  failureText,
  opener,
  onRetry,
  onClose,
  onKeyDown,
}: NotePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const headingId = useId();
  const isDone = note !== undefined || failureText !== '';
  useEffect(() => {
    const element = panel.current;
    if (!isDone || !element) return;
    // Waits two frames, because the log first scrolls to its end when the panel makes it longer.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => element.scrollIntoView({ block: 'nearest' }));
    });
    // The focus makes a screen reader read the note. A user who has gone on to write keeps the focus.
    if (document.activeElement === opener.current) element.focus({ preventScroll: true });
    return () => cancelAnimationFrame(frame);
  }, [isDone, opener]);
  return (
    <section
      ref={panel}
      id={id}
      className="outside"
      aria-labelledby={headingId}
      aria-busy={isWaitingForNote}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <h3 className="outside__heading" id={headingId}>
        {outsideTexts.heading} <span className="outside__not">{disclaimerText(characterName)}</span>
      </h3>
      {isWaitingForNote && <p role="status">{outsideTexts.waiting}</p>}
      {!isWaitingForNote && failureText !== '' && (
        <p className="outside__failure" role="alert">
          {failureText}
          <Button look="line" size="sm" tabIndex={-1} onClick={onRetry}>
            {outsideTexts.again}
          </Button>
        </p>
      )}
      {note && (
        <>
          {paragraphsOf(note).map((text) => (
            <p key={text}>{text}</p>
          ))}
          <Sources note={note} />
          <p className="outside__small">{outsideTexts.counts}</p>
        </>
      )}
      <Button look="line" size="sm" className="outside__back" tabIndex={-1} onClick={onClose}>
        {outsideTexts.back}
      </Button>
    </section>
  );
}
