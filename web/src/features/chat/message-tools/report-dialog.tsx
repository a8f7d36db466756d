import { type FormEvent, useId, useState } from 'react';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import type { ChatMessage } from '../state/message';
import type { Chat } from '../store/chat';
import { useReportMessage } from './tool-mutations';
import { complaints, maxLengths, texts } from './tool-texts';

const otherComplaint = complaints[complaints.length - 1];

/** The reason as it is sent: the chosen complaint, then the written details. */
function fullReason(chosen: string, details: string): string {
  if (details === '') return chosen;
  return chosen === otherComplaint ? details : `${chosen}: ${details}`;
}

interface ReportDialogProps {
  chat: Chat;
  message: ChatMessage;
  onClose: () => void;
}

/** Reports a reply and shows the ticket number (rule messages-report). */
export function ReportDialog({ chat, message, onClose }: ReportDialogProps) {
  const [chosenComplaint, setChosenComplaint] = useState<string>(complaints[0]);
  const [details, setDetails] = useState('');
  const name = useId();
  const report = useReportMessage(chat);
  const reason = fullReason(chosenComplaint, details.trim());
  const excess = countCodePoints(reason) - maxLengths.reason;
  const isReasonMissing = chosenComplaint === otherComplaint && details.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (excess <= 0 && !isReasonMissing && !report.isPending) report.mutate({ message, reason });
  };
  return (
    <Dialog className="message-dialog" onClose={onClose}>
      <DialogTitle>Report this reply</DialogTitle>
      {report.data ? (
        <>
          <p role="status">
            {texts.ticket} <b className="message-dialog__ticket">{report.data.ticket}</b>
          </p>
          <div className="message-dialog__buttons">
            <Button autoFocus onClick={onClose}>
              Done
            </Button>
          </div>
        </>
      ) : (
        <form className="report-form" onSubmit={submit}>
          <fieldset className="report-form__choices">
            <legend className="visually-hidden">What is wrong?</legend>
            {complaints.map((complaint) => (
              <label key={complaint} className="report-form__choice">
                <input
                  type="radio"
                  name={name}
                  checked={chosenComplaint === complaint}
                  data-focus={complaint === complaints[0] || undefined}
                  onChange={() => setChosenComplaint(complaint)}
                />
                {complaint}
              </label>
            ))}
          </fieldset>
          <label className="field">
            <span className="field__label">
              {chosenComplaint === otherComplaint ? 'What is wrong?' : 'More about it (optional)'}
            </span>
            <textarea
              className="report-form__field"
              rows={3}
              value={details}
              aria-invalid={excess > 0 || undefined}
              aria-describedby={`${name}-note`}
              onChange={(event) => setDetails(event.target.value)}
            />
          </label>
          <p className="report-form__note" id={`${name}-note`} role="status">
            {excess > 0 && texts.tooLong(excess)}
          </p>
          <div className="message-dialog__buttons">
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" busy={report.isPending} disabled={excess > 0 || isReasonMissing}>
              {report.isPending ? 'Sending...' : 'Report'}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
