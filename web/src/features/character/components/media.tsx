import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '#/shared/ui/icon-button';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';
import { mediaKind } from '../model/media';

/** One picture or video. A file of unknown kind is not shown. */
function MediaItem({ address, name }: { address: string; name: string }) {
  const kind = mediaKind(address);
  if (kind === 'unknown') return null;
  if (kind === 'image') return <img src={address} alt={name} width={520} height={650} />;
  return <video src={address} aria-label={name} muted loop playsInline controls />;
}

interface CharacterMediaProps {
  name: string;
  addresses: string[];
  /** Drawn over the picture. A taller cover makes the picture taller. */
  cover?: ReactNode;
}

/**
 * The pictures and videos of a character. Two or more form a carousel that wraps at both ends (rule
 * catalogue-carousel).
 */
export function CharacterMedia({ name, addresses, cover }: CharacterMediaProps) {
  const [index, setIndex] = useState(0);
  const isCarousel = addresses.length > 1;
  const go = (step: number) => setIndex((at) => (at + step + addresses.length) % addresses.length);
  const picturePositionLabel = (at: number) => `Picture ${at + 1} of ${addresses.length}`;
  const address = addresses[index];
  return (
    <>
      <div className="stamp stamp--large">
        <div className="stamp__picture">
          {address !== undefined && <MediaItem key={address} address={address} name={name} />}
          {cover}
        </div>
      </div>
      {isCarousel && (
        <div className="carousel">
          <IconButton label="Previous picture" outlined onClick={() => go(-1)}>
            <ArrowLeft size={18} aria-hidden="true" />
          </IconButton>
          <div className="carousel__dots">
            {addresses.map((one, at) => (
              <button
                key={one}
                type="button"
                className="carousel__dot"
                aria-label={picturePositionLabel(at)}
                aria-current={at === index || undefined}
                onClick={() => setIndex(at)}
              />
            ))}
          </div>
          <VisuallyHidden>
            <span aria-live="polite">{picturePositionLabel(index)}</span>
          </VisuallyHidden>
          <IconButton label="Next picture" outlined onClick={() => go(1)}>
            <ArrowRight size={18} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </>
  );
}
