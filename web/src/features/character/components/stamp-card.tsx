import { clsx } from 'clsx';
import { ArrowRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Ink } from '../model/category-ink';
import type { Tier } from '../model/tier';

interface StampCardProps {
  name: string;
  /** Address of the 4:5 engraving. */
  picture: string;
  ink: Ink;
  /** Printed beside the name. */
  tier: Tier;
  size?: 'small' | 'normal' | 'large';
  /** True for pictures in the first view: they load at once. */
  eager?: boolean;
  /** Address of the character's page: makes the picture and the name a link. */
  href?: string;
  /** Takes the place of following the link by a plain click. */
  onOpen?: () => void;
  /** Adds the CHAT coupon. */
  onChat?: () => void;
  /** False where a heading of the page names the character: the stamp's name is plain then. */
  heading?: boolean;
  /** Coupon waits, for example while the session is made. */
  busy?: boolean;
}

/** A character card. The picture is decorative because the name follows it. */
export function StampCard({
  name,
  picture,
  ink,
  tier,
  size = 'normal',
  eager = false,
  href,
  onOpen,
  onChat,
  heading = true,
  busy = false,
}: StampCardProps) {
  const Name = heading ? 'h3' : 'p';
  const open = (event: MouseEvent) => {
    // A click that asks for a new tab or window is the browser's.
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <article
      className={clsx(
        'stamp',
        `c-${ink}`,
        size !== 'normal' && `stamp--${size}`,
        onChat !== undefined && 'stamp--coupon',
      )}
    >
      <div className="stamp__picture">
        <img
          src={picture}
          alt=""
          width={344}
          height={430}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
        />
      </div>
      <div className="stamp__name">
        <Name className="display">
          {href ? (
            <a className="stamp__link" href={href} onClick={open}>
              {name}
            </a>
          ) : (
            name
          )}
        </Name>
        <span className="stamp__tier">{tier}</span>
      </div>
      {onChat && (
        <button
          type="button"
          className="stamp__chat plate"
          aria-label={`CHAT with ${name}`}
          // Not disabled, which would drop the focus.
          aria-disabled={busy || undefined}
          onClick={() => busy || onChat()}
        >
          <span>CHAT</span>
          <ArrowRight size={16} aria-hidden="true" />
        </button>
      )}
    </article>
  );
}
