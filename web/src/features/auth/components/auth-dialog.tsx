import { type ReactNode, useId } from 'react';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { useGoalCharacter } from '../hooks/use-goal-character';
import { closeModal, useModalStore } from '../model/modal-store';
import { GoalLine } from './goal-line';
import '../styles/auth.css';

interface AuthDialogProps {
  title: string;
  children: ReactNode;
}

/**
 * The dialog of login and registration. On wide screens a picture is left of the form. It is the engraving of
 * the character that the visitor logs in for, or a general one (rule accounts-login-goal).
 */
export function AuthDialog({ title, children }: AuthDialogProps) {
  const goal = useModalStore((state) => state.goal);
  const { character, isPending } = useGoalCharacter(goal);
  const goalLineId = useId();
  return (
    <Dialog onClose={closeModal} width="wide" describedBy={goal ? goalLineId : undefined}>
      <div className="auth">
        <div className="auth__art" data-portrait={character !== null || undefined}>
          {/* Lazy, because phones hide the picture and must not fetch it. */}
          {!isPending && (
            <img
              src={character?.profile_pic ?? '/portraits/signin.webp'}
              alt={character ? `Engraving of ${character.name}` : ''}
              loading="lazy"
            />
          )}
        </div>
        <div className="auth__form">
          <DialogTitle>{title}</DialogTitle>
          {goal && (character || isPending) && (
            <GoalLine id={goalLineId} goal={goal} character={character} />
          )}
          {children}
        </div>
      </div>
    </Dialog>
  );
}
