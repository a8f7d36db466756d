import { formatDayMonth } from '#/shared/format/format-time';
import type { TalkDayByProfile } from '../model/talk-days';
import '../styles/postmark.css';

/** The `post-mark` elements in the page, without those on a stamp that is not a link. */
const shownPostMarks = new Set<PostMark>();
let shownDays: TalkDayByProfile = new Map();
let presenceListener: (present: boolean) => void = () => {};

const wavesPath = [24, 33, 42, 51]
  .map((y, index) => `M${index === 0 ? 70 : 71} ${y}c6-4 10 4 16 0s10 4 16 0`)
  .join('');

/**
 * SVG of the text in the disc (rule look-postmark): TALKED, the day such as '14 MAR', and the year if it is
 * not this year.
 */
function discText(day: string): string {
  const [date = '', month = '', ...year] = day.toUpperCase().split(' ');
  const lines = ['TALKED', `${date} ${month}`, ...year];
  const firstLineY = 40.5 - 5.5 * (lines.length - 1);
  return lines
    .map((line, index) => `<text x="40" y="${firstLineY + 11 * index}">${line}</text>`)
    .join('');
}

/** The HTML of a postmark. `day` comes from `formatDayMonth`, so it contains no markup. */
function postmarkHTML(day: string): string {
  return (
    `<svg viewBox="0 0 104 74" font-size="9" aria-hidden="true"><path data-halo d="${wavesPath}"/><path d="${wavesPath}"/>` +
    `<circle cx="40" cy="37" r="29"/><circle cx="40" cy="37" r="21"/>${discText(day)}</svg>` +
    `<span class="visually-hidden">You talked on ${day}</span>`
  );
}

/**
 * The element `post-mark` on a stamp. It shows a postmark with the day of the last talk with the
 * character, or nothing. It is a custom element, so that the first load needs no code for it. Once
 * this module has loaded, the browser sets up present and later elements.
 */
class PostMark extends HTMLElement {
  /**
   * The address of the character's profile; empty on a stamp that is not a link, such as the one in the
   * details of a chat.
   */
  private address = '';

  connectedCallback(): void {
    const link = this.closest('.stamp')?.querySelector('.stamp__link');
    this.address = link?.getAttribute('href') ?? '';
    if (this.address === '') return;
    shownPostMarks.add(this);
    this.draw();
    if (shownPostMarks.size === 1) presenceListener(true);
  }

  disconnectedCallback(): void {
    if (shownPostMarks.delete(this) && shownPostMarks.size === 0) presenceListener(false);
  }

  draw(): void {
    const lastTalkTime = shownDays.get(this.address);
    const day = lastTalkTime === undefined ? '' : formatDayMonth(lastTalkTime);
    this.innerHTML = day === '' ? '' : postmarkHTML(day);
  }
}

if (!customElements.get('post-mark')) customElements.define('post-mark', PostMark);

/** Sets the days for all stamps in the page and for stamps that are added later. */
export function setTalkDays(next: TalkDayByProfile): void {
  shownDays = next;
  for (const mark of shownPostMarks) mark.draw();
}

/**
 * Tells `listener` whether stamps are in the page: at once, and whenever this changes. There is one
 * listener; a second call replaces it. Call the result to stop.
 */
export function watchStampPresence(listener: (present: boolean) => void): () => void {
  presenceListener = listener;
  listener(shownPostMarks.size > 0);
  return () => {
    presenceListener = () => {};
  };
}
