import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLocation } from 'react-router';
import { useNavigate } from '../hooks/use-navigate';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** A path of this site; an address of another site or a place in this page is left to the browser. */
  to: string;
}

const browsers = /^(?:[a-z][a-z+.-]*:|#|\/\/)/i;

/** A click that opens a tab or a window, or downloads, is handled by the browser. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

/** A link whose plain click changes the screen without loading a page. */
function SiteLink({ to, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const navigate = useNavigate();
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={href} onClick={click} />;
}

export function Link({ to, ...rest }: LinkProps) {
  return browsers.test(to) ? <a {...rest} href={to} /> : <SiteLink {...rest} to={to} />;
}

/** A link of the navigation: it says whether the screen is its own or lies below it. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation();
  const current = pathname === props.to || pathname.startsWith(`${props.to}/`);
  return <Link {...props} aria-current={current ? 'page' : undefined} />;
}
