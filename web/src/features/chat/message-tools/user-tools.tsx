import { MessageCircleReply, Pencil, Trash2 } from 'lucide-react';
import type { ChatMessage } from '../state/message';
import type { Chat } from '../store/chat';
import { beginEdit, beginMissingReply } from './begin-reply';
import { MessageEditor } from './message-editor';
import { ToolButton } from './tool-button';
import type { AllowedTools } from './tools-of';
import type { ToolController } from './use-open-tool';

interface UserToolsProps {
  chat: Chat;
  /** Name of the character. */
  characterName: string;
  message: ChatMessage;
  can: AllowedTools;
  tools: ToolController;
  /** Why the talk cannot be changed now; empty if it can. */
  blockedReason: string;
}

/** The tools of a message of the user, or the field that edits it. */
export function UserTools({
  chat,
  characterName,
  message,
  can,
  tools,
  blockedReason,
}: UserToolsProps) {
  const { tool } = tools;
  if (tool?.kind === 'edit' && tool.key === message.key) {
    return (
      <MessageEditor
        characterName={characterName}
        storedText={message.content}
        text={tool.text}
        blockedReason={blockedReason}
        onChange={tools.setText}
        onCancel={() => tools.close('edit')}
        onSend={(content) => {
          tools.close();
          beginEdit(chat, message, content, tool.clientId, () => tools.open(tool));
        }}
      />
    );
  }
  return (
    <>
      {can.askForReply && (
        <ToolButton
          label="Ask for a reply"
          look="text"
          icon={<MessageCircleReply size={16} aria-hidden="true" />}
          blockedReason={blockedReason}
          onPress={() => beginMissingReply(chat, message)}
        />
      )}
      {can.edit && (
        <ToolButton
          label="Edit"
          look="text"
          icon={<Pencil size={16} aria-hidden="true" />}
          data-tool="edit"
          blockedReason={blockedReason}
          onPress={() => tools.edit(message)}
        />
      )}
      <ToolButton
        label="Delete"
        look="text"
        icon={<Trash2 size={16} aria-hidden="true" />}
        data-tool="delete"
        blockedReason={blockedReason}
        onPress={() => tools.open({ kind: 'delete', key: message.key })}
      />
    </>
  );
}
