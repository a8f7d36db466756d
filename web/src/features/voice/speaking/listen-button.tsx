import '../styles/playback.css';
import { clsx } from 'clsx';
import { Square, Volume2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { texts } from '../texts';
import { useCanListen } from './can-listen';
import { readAloud, type SpokenReply } from './load-player';
import { stopReading, usePlayback } from './playback';

const PlaybackControls = lazy(() =>
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
 * The button that starts and stops reading a reply aloud. While the reply plays, a line beside the
 * button shows the position (rule voice-playback).
 */
export function ListenButton({ reply, className }: ListenButtonProps) {
  const currentReading = usePlayback((state) =>
    state.current?.key === reply.key ? state.current : null,
  );
  const isPlaying = currentReading?.phase === 'playing';
  const canListen = useCanListen();
  if (!canListen) return null;
  return (
    <span className={clsx('listen', isPlaying && 'listen--playing')}>
      <button
        type="button"
        className={clsx(className, isPlaying && 'listen__stop')}
        tabIndex={-1}
        aria-label={isPlaying ? texts.stop : undefined}
        onClick={() => (currentReading ? stopReading() : readAloud(reply))}
      >
        {currentReading === null && <Volume2 size={16} aria-hidden="true" />}
        {currentReading !== null && !isPlaying && <WaitingDots />}
        {isPlaying && <Square size={12} fill="currentColor" aria-hidden="true" />}
        {!isPlaying && (currentReading ? texts.stop : texts.listen)}
      </button>
      {isPlaying && (
        <Suspense fallback={null}>
          <PlaybackControls />
        </Suspense>
      )}
    </span>
  );
}
