import { create } from 'zustand';

/** A link from a mail: it confirms an email address, restores the old one, or stops mail of a group. */
export interface EmailLink {
  kind: 'verify' | 'revert' | 'unsubscribe';
  token: string;
}

/** Links that the page was opened with and whose calls have not started yet. */
export const useEmailLinkStore = create<{ links: readonly EmailLink[] }>()(() => ({ links: [] }));

export function openEmailLink(kind: EmailLink['kind'], token: string): void {
  useEmailLinkStore.setState(({ links }) => ({ links: [...links, { kind, token }] }));
}

/** Returns the opened links and removes them, so that each is followed once. */
export function takeEmailLinks(): readonly EmailLink[] {
  const { links } = useEmailLinkStore.getState();
  if (links.length > 0) useEmailLinkStore.setState({ links: [] });
  return links;
}
