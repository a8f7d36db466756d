import { useSearchParams } from 'react-router';
import { AccountScreen } from '#/features/account';
import { useSession } from '#/features/auth';

/** The account area. The route is guarded by RequireAuth. */
export function AccountPage() {
  const [parameters] = useSearchParams();
  const session = useSession();
  if (session.status !== 'in' && session.status !== 'ended') return null;
  return <AccountScreen user={session.user} section={parameters.get('section')} />;
}
