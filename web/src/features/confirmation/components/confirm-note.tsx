import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

const NoteWithButton = lazy(() =>
  import('./note-with-button').then((m) => ({ default: m.NoteWithButton })),
);

/**
 * Asks an unconfirmed user to confirm the email address. The note with its button is a lazy component. While
 * its JavaScript loads, and after a failed load, only the text is shown.
 */
export function ConfirmEmailNote({ text }: { text: string }) {
  const plainNote = <p>{text}</p>;
  return (
    <ErrorBoundary fallback={plainNote}>
      <Suspense fallback={plainNote}>
        <NoteWithButton text={text} />
      </Suspense>
    </ErrorBoundary>
  );
}
