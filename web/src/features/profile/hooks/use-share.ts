import { useEffect, useRef, useState } from 'react';
import { paths } from '#/shared/lib/paths';
import { toast } from '#/shared/ui/toast';
import { browserShareWays, shareLink } from '../model/share';
import { texts } from '../texts';

/** How long 'Copied!' is shown, in ms (rule profile-copied). */
const copiedNoticeMs = 2000;

interface SharedProfile {
  name: string;
  slug: string;
}

/** Shares the address of a profile. `copied` is true for two seconds after a copy. */
export function useShare({ name, slug }: SharedProfile) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const share = async () => {
    const url = location.origin + paths.profile.getHref(slug);
    if (!(await shareLink(browserShareWays(), name, url, texts.copyPrompt))) return;
    toast.success(texts.linkCopied, { duration: copiedNoticeMs });
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), copiedNoticeMs);
  };
  return { copied, share: () => void share() };
}
