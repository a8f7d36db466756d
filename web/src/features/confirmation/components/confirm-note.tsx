import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

const NoteWithButton = lazy(() => import('./note').then((m) => ({ default: m.NoteWithButton })));

/**
 * Asks an unconfirmed user to confirm the email address. The code of its button is fetched when it is shown.
 * Until then, and if that fails, it shows the text alone.
 */
export function ConfirmNote({ text }: { text: string }) {
  const plain = <p>{text}</p>;
  return (
    <ErrorBoundary fallback={plain}>
      <Suspense fallback={plain}>
        <NoteWithButton text={text} />
      </Suspense>
    </ErrorBoundary>
  );
}
