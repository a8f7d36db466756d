import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sharedKeys } from '#/shared/api/keys';
import { removeStored } from '#/shared/browser/storage';
import { toast } from '#/shared/ui/toast';
import { checkUserAgain, currentUserQuery } from '../api/current-user';
import { signInMethodsQuery } from '../api/sign-in-methods';
import { openGooglePopup } from '../model/google-popup';
import { closeModal, takeLoginCallback } from '../model/modal-store';
import { notifyTabs } from '../model/session-tabs';
import { sessionTexts } from '../session-texts';
import { texts } from '../texts';

/**
 * Signs in with Google in a popup. `notice` says why nobody is logged in and what to do, or is empty. Rules
 * accounts-google-button, accounts-google-off.
 */
export function useGoogleLogin() {
  const client = useQueryClient();
  const { data: methods } = useQuery(signInMethodsQuery);
  const [notice, setNotice] = useState('');

  const completeLogin = async () => {
    // The stored token may belong to another account than the new session cookie.
    removeStored('token');
    await client.cancelQueries({ queryKey: sharedKeys.me });
    const user = await client.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => null);
    if (!user) {
      toast.error(sessionTexts.loginFailed);
      return;
    }
    client.setQueryData(sharedKeys.ended, null);
    notifyTabs('signed-in');
    const afterLogin = takeLoginCallback();
    closeModal();
    toast.success(sessionTexts.loginDone);
    afterLogin?.();
  };

  const start = () => {
    if (methods?.google === false) return setNotice(texts.googleOff);
    const isPopupOpen = openGooglePopup({
      onSuccess: () => void completeLogin(),
      onFailed: () => setNotice(texts.popupFailed),
      onClosed: () => {
        setNotice(texts.popupClosed);
        checkUserAgain(client);
      },
    });
    setNotice(isPopupOpen ? '' : texts.popupBlocked);
  };
  return { start, notice };
}
