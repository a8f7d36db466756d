import type { Profile } from '#/shared/api/types';
import { formatCount } from '#/shared/format/format-count';

/** Chats, likes and followers of a character, side by side, without zeros (rule profile-wide-layout). */
export function CharacterStats({ stats }: { stats: Profile['stats'] }) {
  const rows = [
    ['chat', stats.chats],
    ['like', stats.likes],
    ['follower', stats.followers],
  ] as const;
  const countedRows = rows.filter(([, count]) => count > 0);
  if (countedRows.length === 0) return null;
  return (
    <dl className="stats num">
      {countedRows.map(([noun, count]) => (
        <div key={noun}>
          <dt>{count === 1 ? noun : `${noun}s`}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
