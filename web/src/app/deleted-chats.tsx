import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetChats } from '#/shared/api/forget-chats';
import { onDeletedChats } from '#/shared/browser/deleted-chats';

/** Removes cached data of chats that another tab has deleted. */
export function DeletedChats() {
  const client = useQueryClient();
  useEffect(() => onDeletedChats((ids) => forgetChats(client, ids)), [client]);
  return null;
}
