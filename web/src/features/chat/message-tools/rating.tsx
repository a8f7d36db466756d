import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { toast } from '#/shared/ui/toast';
import type { ChatMessage, Feedback } from '../state/message';
import type { Chat } from '../store/chat';
import { LineForm } from './line-form';
import { ToolButton } from './tool-button';
import { useRateReply } from './tool-mutations';
import { limits, texts } from './tool-texts';
import type { ToolController } from './use-open-tool';

interface RatingProps {
  chat: Chat;
  message: ChatMessage;
  tools: ToolController;
  blocked: string;
}

/**
 * The thumbs of a reply. A second press removes the rating. A thumb down is stored at once, and a reason may
 * follow (rule messages-feedback).
 */
export function Rating({ chat, message, tools, blocked }: RatingProps) {
  const rate = useRateReply(chat);
  const { tool } = tools;
  const asks = tool?.kind === 'reason' && tool.key === message.key;
  const press = (value: Feedback) => {
    const wanted = message.feedback === value ? undefined : value;
    rate.mutate({ message, value: wanted });
    if (wanted === 'down') tools.open({ kind: 'reason', key: message.key, text: '' });
    else if (asks) tools.close();
  };
  const thumb = (value: Feedback, label: string, Icon: typeof ThumbsUp) => (
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
      blocked={blocked}
      onPress={() => press(value)}
    />
  );
  return (
    <>
      {thumb('up', 'Good reply', ThumbsUp)}
      {thumb('down', 'Bad reply', ThumbsDown)}
      {asks && (
        <LineForm
          label={texts.reason}
          action="Send"
          text={tool.text}
          limit={limits.reason}
          blocked={blocked}
          onChange={tools.type}
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
