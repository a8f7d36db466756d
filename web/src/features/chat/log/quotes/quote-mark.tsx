import { BookOpen } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useDismissal } from '#/shared/hooks/use-dismissed';
import type { Quote } from './quote';
import { quoteStatusText, quoteTexts } from './texts';

interface QuoteMarkProps {
  quote: Quote;
  children: ReactNode;
}

/** A marked passage of a reply. */
export function QuoteMark({ quote, children }: QuoteMarkProps) {
  if (quote.kind === 'documented')
    return <DocumentedQuote quote={quote}>{children}</DocumentedQuote>;
  // rule words-in-the-spirit
  return (
    <>
      <span className="quote quote--spirit">{children}</span>{' '}
      <span className="quote__label">({quoteTexts.spirit})</span>
    </>
  );
}

/**
 * A saying on record: underlined words, and a button after them that opens the source. A click on the words
 * opens the source too. The words stay text, so that they wrap and can be selected.
 */
function DocumentedQuote({ quote, children }: QuoteMarkProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  useDismissal(root, button, open, () => setOpen(false));

  // While the panel is open, Escape only closes the panel. Otherwise Escape focuses the field.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only catches Escape of the controls inside
    <span ref={root} onKeyDown={closeOnEscape}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button behind the words is the control */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button behind the words takes the keys */}
      <span className="quote quote--record" onClick={() => setOpen(!open)}>
        {children}
      </span>
      <button
        ref={button}
        type="button"
        className="quote__open"
        tabIndex={-1}
        aria-label={`${quoteTexts.open}: ${quote.text}`}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
      >
        <BookOpen size={14} aria-hidden="true" />
      </button>
      {open && <SourcePanel quote={quote} id={panelId} />}
    </span>
  );
}

/**
 * The saying as it is on record, with its source. It is built of spans, because a paragraph
 * contains it.
 */
function SourcePanel({ quote, id }: { quote: Quote; id: string }) {
  return (
    <span className="quote__panel" id={id} role="note">
      <span className="quote__status">{quoteStatusText(quote.status)}</span>
      <span className="quote__saying">“{quote.text}”</span>
      <span className="quote__source">{quote.source}</span>
      {quote.address !== '' && (
        <a
          className="link"
          href={quote.address}
          target="_blank"
          rel="noopener noreferrer"
          tabIndex={-1}
        >
          {quoteTexts.link}
        </a>
      )}
    </span>
  );
}
