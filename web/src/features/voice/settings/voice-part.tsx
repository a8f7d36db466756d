import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '#/shared/api/types';
import { useHoldPage } from '#/shared/browser/page-hold';
import { FailedRead } from '#/shared/ui/failed';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { voiceSettingsQuery } from '../api/settings';
import { CharacterVoices } from './character-voices';
import { ListeningSettings } from './listening';
import { useVoiceChanges } from './settings-mutation';
import { allowanceText, texts } from './texts';
import { withVoiceChange } from './with-change';
import '../styles/settings.css';

/**
 * The settings of listening. If the server has a voice, this month's allowance and the voices of
 * characters follow. Otherwise a sentence says why no voice can be chosen (rule
 * voice-settings-server).
 */
function VoiceSettingsForms({ user }: { user: User }) {
  const query = useQuery({
    ...voiceSettingsQuery(useQueryClient()),
    // Another tab or device may have changed the settings.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const { changes, save } = useVoiceChanges(user.id);
  useHoldPage(changes.length > 0);
  if (!query.data) {
    if (!query.isError) return <SkeletonRows rows={4} />;
    const retry = () => void query.refetch();
    return <FailedRead size="row" title={texts.unread} busy={query.isFetching} onRetry={retry} />;
  }
  const shownSettings = changes.reduce(withVoiceChange, query.data);
  const { provider, used, allowance, resets_at } = query.data;
  return (
    <>
      <ListeningSettings settings={shownSettings} changes={changes} onChange={save} />
      {provider === 'browser' ? (
        <p className="small muted">{texts.browserSpeaks}</p>
      ) : (
        <>
          <p className="small muted">{allowanceText(used, allowance, resets_at)}</p>
          <CharacterVoices user={user} settings={shownSettings} onChange={save} />
        </>
      )}
    </>
  );
}

/** The part 'Voice' of the account settings (rules voice-settings-save, voice-settings-server). */
export function VoicePart({ user }: { user: User }) {
  return (
    <section className="voice-settings" aria-labelledby="voice-settings">
      <h2 className="display t4" id="voice-settings">
        {texts.title}
      </h2>
      <VoiceSettingsForms user={user} />
    </section>
  );
}
