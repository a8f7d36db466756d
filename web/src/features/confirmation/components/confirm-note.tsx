import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

const Note = lazy(() => import('./note').then((m) => ({ default: m.Note })));

/** The note, whose code is fetched when it is shown. Until then, and without it, the text stands alone. */
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
