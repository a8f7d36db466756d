import type { ReactNode } from 'react';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { closeModal } from '../model/modal-store';
import '../styles/auth.css';

interface AuthDialogProps {
  title: string;
  children: ReactNode;
}

/** The dialog of login and registration: the form, and on a wide screen an engraving at its left. */
export function AuthDialog({ title, children }: AuthDialogProps) {
  return (
    <Dialog onClose={closeModal} width="wide">
      <div className="auth">
        <div className="auth__art">
          <img src="/portraits/signin.webp" alt="" />
        </div>
        <div className="auth__form">
          <DialogTitle>{title}</DialogTitle>
          {children}
        </div>
      </div>
    </Dialog>
  );
}
