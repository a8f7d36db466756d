import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { toast } from '#/shared/ui/toast';
import type { ChatMessage, Feedback } from '../state/message';
import type { Chat } from '../store/chat';
import { SingleLineForm } from './line-form';
import { ToolButton } from './tool-button';
import { useRateReply } from './tool-mutations';
import { maxLengths, texts } from './tool-texts';
import type { ToolController } from './use-open-tool';

interface RatingProps {
  chat: Chat;
  message: ChatMessage;
  tools: ToolController;
  blockedReason: string;
}

/**
 * The thumbs of a reply. A second press removes the rating. A thumb down is stored at once, and a reason may
 * follow (rule messages-feedback).
 */
export function Rating({ chat, message, tools, blockedReason }: RatingProps) {
  const rate = useRateReply(chat);
  const { tool } = tools;
  const asksReason = tool?.kind === 'reason' && tool.key === message.key;
  const press = (value: Feedback) => {
    const nextFeedback = message.feedback === value ? undefined : value;
    rate.mutate({ message, value: nextFeedback });
    if (nextFeedback === 'down') tools.open({ kind: 'reason', key: message.key, text: '' });
    else if (asksReason) tools.close();
  };
  const renderThumb = (value: Feedback, label: string, Icon: typeof ThumbsUp) => (
    <ToolButton
      label={label}
      icon={
        <Icon
          size={16}
          fill={message.feedback === value ? 'currentColor' : 'none'}
          aria-hidden="true"
        />
      }
      data-tool={value}
      aria-pressed={message.feedback === value}
      blockedReason={blockedReason}
      onPress={() => press(value)}
    />
  );
  return (
    <>
      {renderThumb('up', 'Good reply', ThumbsUp)}
      {renderThumb('down', 'Bad reply', ThumbsDown)}
      {asksReason && (
        <SingleLineForm
          label={texts.reason}
          submitLabel="Send"
          text={tool.text}
          maxLength={maxLengths.reason}
          blockedReason={blockedReason}
          onChange={tools.setText}
          onCancel={() => tools.close('down')}
          onSubmit={(reason) =>
            rate.mutate(
              { message, value: 'down', reason },
              {
                onSuccess: () => {
                  toast.success(texts.reasonSaved);
                  tools.close('down');
                },
              },
            )
          }
        />
      )}
    </>
  );
}
