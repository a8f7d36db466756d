import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { prefersReducedMotion } from '#/shared/browser/motion';
import { saveVoiceSettings } from '../api/settings';
import { texts } from './texts';
import { nextSpeed, setSpeed, usePlayingSound } from './track';
import { formatSeconds, lineWidth, wavePath, xOfPositionDot } from './wave';

interface Position {
  time: number;
  duration: number;
}

function positionOf({ currentTime, duration }: HTMLAudioElement): Position {
  return { time: currentTime, duration: Number.isFinite(duration) ? duration : 0 };
}

/**
 * The position in the sound. It is updated each frame, or with reduced motion at each `timeupdate` event
 * (rule look-reduced-motion).
 */
function usePosition(audio: HTMLAudioElement): Position {
  const [position, setPosition] = useState(() => positionOf(audio));
  useEffect(() => {
    const update = () => setPosition(positionOf(audio));
    if (prefersReducedMotion()) {
      audio.addEventListener('timeupdate', update);
      return () => audio.removeEventListener('timeupdate', update);
    }
    let frame = 0;
    const updateEachFrame = () => {
      update();
      frame = requestAnimationFrame(updateEachFrame);
    };
    updateEachFrame();
    return () => cancelAnimationFrame(frame);
  }, [audio]);
  return position;
}

function PlaybackPosition({ audio }: { audio: HTMLAudioElement }) {
  const peaks = usePlayingSound((state) => state.peaks);
  const { time, duration } = usePosition(audio);
  const playedShare = duration > 0 ? Math.min(1, time / duration) : 0;
  const at = xOfPositionDot(playedShare);
  return (
    <>
      <svg className="listen__line" viewBox={`0 0 ${lineWidth} 24`} fill="none" aria-hidden="true">
        <path d={wavePath(playedShare, peaks)} />
        <path d={`M${at} 12H${lineWidth}`} />
        <circle cx={at} cy="12" r="3.5" />
      </svg>
      <span className="listen__time">
        {formatSeconds(time)} / {formatSeconds(duration)}
      </span>
    </>
  );
}

/**
 * The controls beside the button while a reply is read aloud. A line shows the time and the loudness (rule
 * voice-playback). A button changes the speed, which is saved for the user (rule voice-speed).
 */
export function PlaybackControls() {
  const audio = usePlayingSound((state) => state.audio);
  const speed = usePlayingSound((state) => state.speed);
  const client = useQueryClient();
  const changeSpeed = () => {
    const newSpeed = nextSpeed(speed);
    setSpeed(newSpeed);
    void saveVoiceSettings(client, { speed: newSpeed });
  };
  return (
    <>
      {audio && <PlaybackPosition audio={audio} />}
      <button
        type="button"
        className="listen__speed"
        tabIndex={-1}
        aria-label={texts.speed(speed)}
        onClick={changeSpeed}
      >
        {speed}×
      </button>
    </>
  );
}
