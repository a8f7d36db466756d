import { useEffect } from 'react';
import { useFollowEmailLink } from '../api/email-mutations';
import { takeEmailLinks, useEmailLinkStore } from '../model/email-links';

/** Sends the requests of opened mail links: confirm an email address, or restore the old one. */
export function FollowLinks(): null {
  const { links } = useEmailLinkStore();
  const { mutate: follow } = useFollowEmailLink();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a link is opened
  useEffect(() => {
    for (const link of takeEmailLinks()) follow(link);
  }, [links, follow]);
  return null;
}
