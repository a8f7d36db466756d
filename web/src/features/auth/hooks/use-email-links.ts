import { useEffect } from 'react';
import { useFollowEmailLink } from '../api/email-mutations';
import { takeEmailLinks, useEmailLinkStore } from '../model/email-links';

/** Follows the links of mails that change or confirm an email address. Used at the root. */
export function useEmailLinks(): void {
  const { links } = useEmailLinkStore();
  const { mutate: follow } = useFollowEmailLink();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a link is opened
  useEffect(() => {
    for (const link of takeEmailLinks()) follow(link);
  }, [links, follow]);
}
