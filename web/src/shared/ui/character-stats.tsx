import type { Profile } from '#/shared/api/types';
import { formatCount } from '#/shared/lib/format-count';

/** Chats, likes and followers of a character, side by side. */
export function CharacterStats({ stats }: { stats: Profile['stats'] }) {
  const rows = [
    ['chat', stats.chats],
    ['like', stats.likes],
    ['follower', stats.followers],
  ] as const;
  return (
    <dl className="stats num">
      {rows.map(([noun, count]) => (
        <div key={noun}>
          <dt>{count === 1 ? noun : `${noun}s`}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
