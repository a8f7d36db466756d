import type { Profile } from '#/shared/api/types';
import { formatWholeCount } from '#/shared/format/format-count';
import { type Popularity, popularityOf } from '../model/popularity';
import { texts } from '../texts';

/** Height of the humps in the lines of the chart, in units of its view box. */
const humpHeightByPopularity: Readonly<Record<Popularity, number>> = {
  Growing: 16,
  Medium: 28,
  High: 40,
};

const lineIndexes = [0, 1, 2, 3, 4];
/** Y of the first line. */
const firstLineY = 44;
/** Distance between two lines. */
const lineDistance = 9;

/** SVG path of a line with a hump in its middle. The filled area below hides the lines behind it. */
function humpLinePath(lineIndex: number, humpHeight: number): string {
  const y = firstLineY + lineIndex * lineDistance;
  const topY = y - humpHeight * (1 - lineIndex * 0.17);
  const middleX = 92 + lineIndex * 14;
  return (
    `M0 ${y}H${middleX - 54}C${middleX - 24} ${y} ${middleX - 26} ${topY} ${middleX} ${topY}` +
    `C${middleX + 26} ${topY} ${middleX + 24} ${y} ${middleX + 54} ${y}H260`
  );
}

function HillChart({ height }: { height: number }) {
  return (
    <svg className="quick-stats__hills" viewBox="0 0 260 84" aria-hidden="true">
      {lineIndexes.map((lineIndex) => (
        <path key={lineIndex} d={humpLinePath(lineIndex, height)} />
      ))}
    </svg>
  );
}

/**
 * Chats and popularity with a small chart. Without chats a text is shown instead of 0. Without chats and
 * followers the lines of the chart are flat. Rule profile-quick-stats.
 */
export function QuickStats({ stats: { chats, followers } }: { stats: Profile['stats'] }) {
  const popularity = popularityOf(followers);
  const isEmpty = chats === 0 && followers === 0;
  return (
    <section className="quick-stats">
      <h2 className="display t4">Quick Stats</h2>
      <HillChart height={isEmpty ? 0 : humpHeightByPopularity[popularity]} />
      <dl>
        <dt>Total Interactions</dt>
        <dd className="num">{chats === 0 ? texts.noneYet : formatWholeCount(chats)}</dd>
        <dt>Popularity</dt>
        <dd>{popularity}</dd>
        <dt>Response Rate</dt>
        <dd>Active</dd>
      </dl>
    </section>
  );
}
