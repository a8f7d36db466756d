import { lazy } from 'react';
import { useSearchParams } from 'react-router';
import { AccountScreen } from '#/features/account';
import { useSession } from '#/features/auth';

// Imported by its path: the feature's index exports the chat's controls, which would be added to
// this chunk.
const VoicePart = lazy(() =>
  import('#/features/voice/settings/voice-part').then((m) => ({ default: m.VoicePart })),
);

/** The account area. The route is guarded by RequireAuth. */
export function AccountPage() {
  const [parameters] = useSearchParams();
  const session = useSession();
  if (session.status !== 'in' && session.status !== 'ended') return null;
  return (
    <AccountScreen user={session.user} section={parameters.get('section')} VoicePart={VoicePart} />
  );
}
