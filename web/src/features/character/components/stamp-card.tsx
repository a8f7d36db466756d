import { clsx } from 'clsx';
import { ArrowRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import { isPlainClick } from '#/shared/ui/link';
import type { Ink } from '../model/category-ink';
import type { Tier } from '../model/tier';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** The element for the postmark, which `features/talks/postmark` fills in. It is empty for visitors. */
      'post-mark': object;
    }
  }
}

interface StampCardProps {
  name: string;
  /** Address of the 4:5 engraving. */
  pictureUrl: string;
  ink: Ink;
  /** Shown beside the name. */
  tier: Tier;
  size?: 'small' | 'normal' | 'large';
  /** True for pictures in the first view: they load at once. */
  loadsEagerly?: boolean;
  /** Address of the character's page: makes the picture and the name a link. */
  href?: string;
  /** Called by a plain click on the link, which is then not followed. */
  onOpen?: () => void;
  /** Called by the button CHAT. Without `onChat` there is no such button. */
  onChat?: () => void;
  /** False where the page already has a heading with the name: the stamp's name is then plain text. */
  hasHeading?: boolean;
}

/** A character card (rule catalogue-card). The picture is decorative because the name follows it. */
export function StampCard({
  name,
  pictureUrl,
  ink,
  tier,
  size = 'normal',
  loadsEagerly = false,
  href,
  onOpen,
  onChat,
  hasHeading = true,
}: StampCardProps) {
  const NameTag = hasHeading ? 'h3' : 'p';
  const open = (event: MouseEvent) => {
    if (!onOpen || !isPlainClick(event)) return;
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
          src={pictureUrl}
          alt=""
          width={344}
          height={430}
          decoding="async"
          loading={loadsEagerly ? 'eager' : 'lazy'}
        />
      </div>
      <div className="stamp__name">
        <NameTag className="display">
          {href ? (
            <a className="stamp__link" href={href} onClick={open}>
              {name}
            </a>
          ) : (
            name
          )}
        </NameTag>
        <span className="stamp__tier">{tier}</span>
      </div>
      <post-mark />
      {onChat && (
        <button
          type="button"
          className="stamp__chat plate"
          aria-label={`CHAT with ${name}`}
          onClick={onChat}
        >
          <span>CHAT</span>
          <ArrowRight size={16} aria-hidden="true" />
        </button>
      )}
    </article>
  );
}
