import { Lock } from 'lucide-react';
import { PayButton, planIds } from '#/features/payment';
import type { ChatCharacter } from '../state/partner';
import { lockedText } from '../texts';

/**
 * The notice above the field of a locked chat that has messages, with the button that unlocks it (rule
 * access-locked-chat).
 */
export function LockNotice({ partner: character }: { partner: ChatCharacter }) {
  return (
    <div className="send-notice send-notice--lock" role="status">
      <Lock size={18} aria-hidden="true" />
      <p>{lockedText(character.name)}</p>
      <PayButton
        planId={planIds.one}
        character={{ ...character, profile_pic: character.image_url }}
        look="line"
        size="sm"
        showPrice
      />
    </div>
  );
}
