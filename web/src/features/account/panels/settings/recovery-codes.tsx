import { Download } from 'lucide-react';
import type { User } from '#/shared/api/types';
import { saveFile } from '#/shared/browser/save-file';
import { Button } from '#/shared/ui/button';
import { useUnloadWarning } from '../../hooks/use-unload-warning';
import { recoveryFileText } from '../../model/recovery-file';
import { texts } from '../../texts';
import { CopyTextButton } from './copy-text';
import { StepHeading } from './step-heading';

interface RecoveryCodesProps {
  user: User;
  codes: readonly string[];
  onKept: () => void;
}

/** Shows the recovery codes until the user confirms that they are saved (rule account-recovery-codes). */
export function RecoveryCodes({ user, codes, onKept }: RecoveryCodesProps) {
  useUnloadWarning();
  const save = () => {
    const type = 'text/plain;charset=utf-8';
    saveFile(
      new Blob([recoveryFileText(user.email, codes)], { type }),
      'colloquy-recovery-codes.txt',
    );
  };
  return (
    <div className="two-factor__step">
      <StepHeading>Keep your recovery codes</StepHeading>
      <p className="small muted">
        Each of them works once in place of a code, if you lose your phone. They are not shown
        again.
      </p>
      <ul className="two-factor__codes num">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="settings__buttons">
        <CopyTextButton text={codes.join('\n')} label="Copy" copiedToastText={texts.codesCopied} />
        <Button look="line" size="sm" onClick={save}>
          <Download size={16} aria-hidden="true" />
          Download
        </Button>
      </div>
      <div>
        <Button onClick={onKept}>I have kept them</Button>
      </div>
    </div>
  );
}
