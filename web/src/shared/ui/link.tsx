import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** A path of this site; an address of another site or a place in this page is left to the browser. */
  to: string;
}

const browsers = /^(?:[a-z][a-z+.-]*:|#|\/\/)/i;

/** A link whose plain click changes the screen without loading a page; the router's own brings its framework along. */
function SiteLink({ to, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
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
