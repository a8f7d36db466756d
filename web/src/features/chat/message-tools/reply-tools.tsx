import { Flag, PenLine, Play, RefreshCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ChatMessage, hasFailed } from '../state/message';
import type { Chat } from '../store/chat';
import { beginVersion } from './begin-reply';
import { SingleLineForm } from './line-form';
import { type MoreItem, MoreMenu } from './more-menu';
import { Rating } from './rating';
import { ToolButton } from './tool-button';
import { maxLengths, texts } from './tool-texts';
import type { AllowedTools } from './tools-of';
import type { ToolController } from './use-open-tool';

interface ReplyToolsProps {
  chat: Chat;
  message: ChatMessage;
  can: AllowedTools;
  tools: ToolController;
  /** Why no tool can be used while the browser is offline; empty while it is online. */
  offlineReason: string;
  /** Why the talk cannot be changed now; empty if it can. */
  blockedReason: string;
}

const iconOf = (Icon: typeof Flag): ReactNode => <Icon size={18} aria-hidden="true" />;

/** The tools of a reply that are drawn after the buttons Listen and Copy. */
export function ReplyTools({
  chat,
  message,
  can,
  tools,
  offlineReason,
  blockedReason,
}: ReplyToolsProps) {
  const { key } = message;
  const { tool } = tools;
  const item = (
    shown: boolean,
    label: string,
    Icon: typeof Flag,
    why: string,
    onPress: () => void,
  ): MoreItem[] => (shown ? [{ label, icon: iconOf(Icon), blockedReason: why, onPress }] : []);
  const items = [
    ...item(can.continue, 'Continue', Play, blockedReason, () =>
      beginVersion(chat, message, { continue: true }),
    ),
    ...item(can.regenerate, 'Regenerate with a hint…', PenLine, blockedReason, () =>
      tools.open({ kind: 'hint', key, text: '' }),
    ),
    ...item(can.remove, 'Delete', Trash2, blockedReason, () => tools.open({ kind: 'delete', key })),
    ...item(can.report, 'Report…', Flag, offlineReason, () => tools.open({ kind: 'report', key })),
  ];
  const askForVersion = (hint: string) => {
    tools.close();
    beginVersion(chat, message, { guidance: hint }, () =>
      tools.open({ kind: 'hint', key, text: hint }),
    );
  };
  return (
    <>
      {/* A failed reply has the same button in its notice. */}
      {can.regenerate && !hasFailed(message) && (
        <ToolButton
          label="Regenerate"
          look="wide"
          icon={<RefreshCw size={16} aria-hidden="true" />}
          blockedReason={blockedReason}
          onPress={() => beginVersion(chat, message)}
        />
      )}
      {can.rate && (
        <Rating chat={chat} message={message} tools={tools} blockedReason={offlineReason} />
      )}
      {items.length > 0 && <MoreMenu items={items} />}
      {can.flip && message.guidance !== '' && (
        <p className="versions__hint">Your hint: {message.guidance}</p>
      )}
      {tool?.kind === 'hint' && tool.key === key && (
        <SingleLineForm
          label={texts.hint}
          submitLabel="Regenerate"
          text={tool.text}
          maxLength={maxLengths.hint}
          blockedReason={blockedReason}
          onChange={tools.setText}
          onSubmit={askForVersion}
          onCancel={() => tools.close('more')}
        />
      )}
    </>
  );
}
