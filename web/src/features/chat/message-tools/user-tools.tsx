import { MessageCircleReply, Pencil, Trash2 } from 'lucide-react';
import type { ChatMessage } from '../state/message';
import type { Chat } from '../store/chat';
import { beginAnswer, beginEdit } from './begin-reply';
import { MessageEditor } from './message-editor';
import { ToolButton } from './tool-button';
import type { Tools } from './tools-of';
import type { ToolController } from './use-open-tool';

interface UserToolsProps {
  chat: Chat;
  /** Name of the character. */
  name: string;
  message: ChatMessage;
  can: Tools;
  tools: ToolController;
  /** Why the talk cannot be changed now; empty if it can. */
  blocked: string;
}

/** The tools of a message of the user, or the field that edits it. */
export function UserTools({ chat, name, message, can, tools, blocked }: UserToolsProps) {
  const { tool } = tools;
  if (tool?.kind === 'edit' && tool.key === message.key) {
    return (
      <MessageEditor
        name={name}
        former={message.content}
        text={tool.text}
        blocked={blocked}
        onChange={tools.type}
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
      {can.answer && (
        <ToolButton
          label="Ask for a reply"
          look="text"
          icon={<MessageCircleReply size={16} aria-hidden="true" />}
          blocked={blocked}
          onPress={() => beginAnswer(chat, message)}
        />
      )}
      {can.edit && (
        <ToolButton
          label="Edit"
          look="text"
          icon={<Pencil size={16} aria-hidden="true" />}
          data-tool="edit"
          blocked={blocked}
          onPress={() => tools.edit(message)}
        />
      )}
      <ToolButton
        label="Delete"
        look="text"
        icon={<Trash2 size={16} aria-hidden="true" />}
        data-tool="delete"
        blocked={blocked}
        onPress={() => tools.open({ kind: 'delete', key: message.key })}
      />
    </>
  );
}
