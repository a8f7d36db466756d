import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLocation } from 'react-router';
import { useNavigate } from '../hooks/use-navigate';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** A path of this site. Addresses of other sites and fragments become plain links. */
  to: string;
  /** Replaces the history entry of the page. */
  replace?: boolean;
  /** State of the history entry. A new tab does not get it. */
  state?: unknown;
}

const externalPattern = /^(?:[a-z][a-z+.-]*:|#|\/\/)/i;

/** True for a plain click. With a modifier key the browser opens a tab or window, or downloads. */
export const isPlainClick = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

/** A link whose plain click navigates without loading a page. */
function SiteLink({ to, replace = false, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const navigate = useNavigate();
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    navigate(to, { replace, state });
  };
  return <a {...rest} href={href} onClick={click} />;
}

export function Link(props: LinkProps) {
  const { to, replace: _replace, state: _state, ...rest } = props;
  return externalPattern.test(to) ? <a {...rest} href={to} /> : <SiteLink {...props} />;
}

interface NavLinkProps extends LinkProps {
  /**
   * Path of another screen that belongs to this link. The link has aria-current on that screen too.
   */
  secondCurrentPath?: string | undefined;
}

/** A link in the navigation, with aria-current if its screen or one below it is shown. */
export function NavLink({ secondCurrentPath = '', ...link }: NavLinkProps) {
  const { pathname } = useLocation();
  const isAt = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const isCurrent = isAt(link.to) || (secondCurrentPath !== '' && isAt(secondCurrentPath));
  return <Link {...link} aria-current={isCurrent ? 'page' : undefined} />;
}
