import '../styles/playback.css';
import { clsx } from 'clsx';
import { Square, Volume2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { texts } from '../texts';
import { useCanListen } from './can-listen';
import { readAloud, type SpokenReply } from './load-player';
import { stopReading, usePlayback } from './playback';

const PlayingLine = lazy(() =>
  import('../player/player').then((module) => ({ default: module.PlayingLine })),
);

/** The three-dot wave of a button whose sound is not there yet. */
function WaitingDots() {
  return (
    <span className="listen-dots" aria-hidden="true">
      <span />
      <span />
      <span />
    </span>
  );
}

interface ListenButtonProps {
  reply: SpokenReply;
  className: string;
}

/**
 * The button that reads a reply aloud, or stops it. While the reply plays, a line beside the button shows the
 * position.
 */
export function ListenButton({ reply, className }: ListenButtonProps) {
  const current = usePlayback((state) => (state.current?.key === reply.key ? state.current : null));
  const playing = current?.phase === 'playing';
  const canListen = useCanListen();
  if (!canListen) return null;
  return (
    <span className={clsx('listen', playing && 'listen--playing')}>
      <button
        type="button"
        className={clsx(className, playing && 'listen__stop')}
        tabIndex={-1}
        aria-label={playing ? texts.stop : undefined}
        onClick={() => (current ? stopReading() : readAloud(reply))}
      >
        {current === null && <Volume2 size={16} aria-hidden="true" />}
        {current !== null && !playing && <WaitingDots />}
        {playing && <Square size={12} fill="currentColor" aria-hidden="true" />}
        {!playing && (current ? texts.stop : texts.listen)}
      </button>
      {playing && (
        <Suspense fallback={null}>
          <PlayingLine />
        </Suspense>
      )}
    </span>
  );
}
