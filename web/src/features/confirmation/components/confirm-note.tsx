import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

const Note = lazy(() => import('./note').then((m) => ({ default: m.Note })));

/** Loads the note with its button when it is shown. Until then, and if that fails, it shows the text alone. */
export function ConfirmNote({ text }: { text: string }) {
  const plain = <p>{text}</p>;
  return (
    <ErrorBoundary fallback={plain}>
      <Suspense fallback={plain}>
        <Note text={text} />
      </Suspense>
    </ErrorBoundary>
  );
}
