import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { toast } from '#/shared/ui/toast';
import type { ChatMessage, Feedback } from '../state/message';
import type { Chat } from '../store/chat';
import { texts } from './tool-texts';

const pathParams = (chat: Chat, messageId: string) => ({
  params: { path: { id: chat.sessionId, messageId } },
});

function showFailure(error: unknown, fallback: string): void {
  const text = errorMessage(error, fallback);
  toast.error(text, { id: text });
}

interface RatingChange {
  message: ChatMessage;
  /** undefined removes the rating. */
  value: Feedback | undefined;
  reason?: string;
}

/** Rates a reply. The new rating is shown at once. If the call fails, the former rating is shown again. */
export function useRateReply(chat: Chat) {
  const showRating = ({ key }: ChatMessage, feedback: Feedback | undefined) =>
    chat.store.dispatch({ type: 'changed', key, patch: { feedback } });
  return useMutation({
    // The calls run one after the other, so that the last press wins (rule messages-feedback).
    scope: { id: `rate ${chat.sessionId}` },
    mutationFn: ({ message, value, reason = '' }: RatingChange) =>
      unwrap(
        api.POST('/messages/{id}/{messageId}/feedback', {
          ...pathParams(chat, message.id),
          body: { value: value ?? 'none', reason },
        }),
      ),
    onMutate: ({ message, value }) => showRating(message, value),
    onSuccess: () => chat.refreshTabs(),
    onError: (error, { message }) => {
      showRating(message, message.feedback);
      showFailure(error, texts.notRated);
    },
  });
}

/** Replaces the last reply by another of its versions. */
export function usePickVersion(chat: Chat) {
  return useMutation({
    mutationFn: (versionId: string) =>
      unwrap(api.PUT('/messages/{id}/{messageId}/alternative', pathParams(chat, versionId))),
    onError: (error) => showFailure(error, texts.notPicked),
  });
}

/** Deletes a message. A reply is deleted with its versions. */
export function useDeleteMessage(chat: Chat, onDeleted: () => void) {
  return useMutation({
    mutationFn: ({ id }: ChatMessage) =>
      unwrap(api.DELETE('/messages/{id}/{messageId}', pathParams(chat, id))),
    onSuccess: (_, { key }) => {
      chat.store.dispatch({ type: 'changed', key, patch: null });
      onDeleted();
    },
    onError: (error) => showFailure(error, texts.notDeleted),
    onSettled: () => chat.refreshTabs(),
  });
}

/** Reports a message; the answer has the ticket number. */
export function useReportMessage(chat: Chat) {
  return useMutation({
    mutationFn: ({ message, reason }: { message: ChatMessage; reason: string }) =>
      unwrap(
        api.POST('/messages/{id}/{messageId}/report', {
          ...pathParams(chat, message.id),
          body: { reason },
        }),
      ),
    onError: (error) => showFailure(error, texts.notReported),
  });
}
