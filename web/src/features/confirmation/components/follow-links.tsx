import { useEffect } from 'react';
import { useFollowEmailLink } from '../api/email-mutations';
import { takeEmailLinks, useEmailLinkStore } from '../model/email-links';

/** Makes the calls of the mail links with which the page was opened. */
export function EmailLinkFollower(): null {
  const { links } = useEmailLinkStore();
  const { mutate: follow } = useFollowEmailLink();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a link is opened
  useEffect(() => {
    for (const link of takeEmailLinks()) follow(link);
  }, [links, follow]);
  return null;
}
