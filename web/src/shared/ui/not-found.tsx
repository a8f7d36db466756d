import type { ReactNode } from 'react';
import { useTheme } from '#/shared/browser/theme';
import './styles/not-found.css';

interface NotFoundProps {
  /** Large number above the title, such as 404. */
  statusCode?: string;
  title: string;
  text: string;
  children: ReactNode;
}

/** The page for an unknown address or character, with an engraving. */
export function NotFound({ statusCode, title, text, children }: NotFoundProps) {
  const engravingName = useTheme() === 'dark' ? 'not-found-dark' : 'not-found';
  return (
    <div className="not-found" data-site="engraving">
      <img
        className="not-found__engraving"
        src={`/portraits/${engravingName}.webp`}
        alt=""
        width={680}
        height={688}
        decoding="async"
      />
      <div className="wrap not-found__words">
        {statusCode && (
          <p className="display num not-found__number" aria-hidden="true">
            {statusCode}
          </p>
        )}
        <h1 className="display t1">{title}</h1>
        <p className="voice muted">{text}</p>
        {children}
      </div>
    </div>
  );
}
