import { clsx } from 'clsx';
import type { ContentBlock } from '#/shared/api/types';
import { LinkedText } from '#/shared/ui/linked-text';
import { textPartsOf } from '../model/parts';

function ItemList({ items }: { items: string[] }) {
  return (
    <ul className="prose__list">
      {items.map((item) => (
        <li key={item}>
          <LinkedText>{item}</LinkedText>
        </li>
      ))}
    </ul>
  );
}

function Figure({ block }: { block: ContentBlock }) {
  return (
    <figure className="prose__figure">
      <div className="stamp">
        <div className="stamp__picture">
          <img
            src={block.imageUrl}
            alt={block.imageAlt ?? ''}
            width={520}
            height={650}
            loading="lazy"
            decoding="async"
          />
        </div>
      </div>
      {block.heading && <figcaption className="small muted">{block.heading}</figcaption>}
    </figure>
  );
}

function BlockView({ block }: { block: ContentBlock }) {
  const { items, lead, paragraph, type } = block;
  if (type === 'figure') return <Figure block={block} />;
  return (
    <>
      {paragraph && (
        <p className={clsx(lead && 'prose__lead')}>
          <LinkedText>{paragraph}</LinkedText>
        </p>
      )}
      {items && items.length > 0 && <ItemList items={items} />}
    </>
  );
}

interface BlocksProps {
  blocks: ContentBlock[];
  /** True to number the headings, as in a contract. */
  numbered?: boolean;
}

/** The text of an article or static page, divided by its headings (rule content-article). */
export function Blocks({ blocks, numbered = false }: BlocksProps) {
  const parts = textPartsOf(blocks);
  const firstHeadingIndex = parts.findIndex(({ heading }) => heading !== '');
  return (
    <div className={clsx('prose', numbered && 'prose--numbered')}>
      {parts.map(({ heading, blocks: partBlocks }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity and never move
        <section className="prose__part" key={index}>
          {heading && (
            <h2 className="display t2">
              {numbered && (
                <span className="prose__number num" aria-hidden="true">
                  {index - firstHeadingIndex + 1}
                </span>
              )}
              {heading}
            </h2>
          )}
          {partBlocks.map((block, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity and never move
            <BlockView key={at} block={block} />
          ))}
        </section>
      ))}
    </div>
  );
}
