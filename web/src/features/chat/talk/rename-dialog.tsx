import type { Session } from '#/shared/api/types';
import { useForm } from '#/shared/hooks/use-form';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { Field } from '#/shared/ui/field';
import { useRenameTalk } from './talk-mutations';
import { maxTitleLength, talkTexts, untitledText } from './talk-texts';
import './talk.css';

interface RenameDialogProps {
  session: Session;
  onClose: () => void;
}

/** Asks for the title of the conversation (rule chat-title-shown). An empty text removes the title. */
export function RenameDialog({ session, onClose }: RenameDialogProps) {
  const { form, field, showErrors } = useForm<'title'>({
    initialValues: { title: session.title },
    prepare: ({ title }) => ({ title: title.trim() }),
    check: ({ title }) =>
      countCodePoints(title) > maxTitleLength ? { title: talkTexts.titleTooLong } : {},
    onSubmit: ({ title }) => !renameMutation.isPending && renameMutation.mutate(title),
  });
  const renameMutation = useRenameTalk(session, { showErrors, onDone: onClose });
  return (
    <Dialog className="talk-dialog" onClose={onClose}>
      <DialogTitle>Rename this talk</DialogTitle>
      <form className="talk-dialog__form" aria-label="Rename this talk" {...form}>
        <Field
          label="Title"
          autoComplete="off"
          data-focus="true"
          readOnly={renameMutation.isPending}
          {...field('title')}
        />
        <p className="small muted">{untitledText(session.character.name)}</p>
        <div className="talk-dialog__buttons">
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={renameMutation.isPending}>
            {renameMutation.isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
