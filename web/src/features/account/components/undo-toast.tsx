import { toast } from '#/shared/ui/toast';
import '../styles/undo-toast.css';

/** How long a removal can be undone in its toast, in ms (rules favorites-remove, collections-unfollow). */
const undoTimeMs = 8000;

/** Shows a toast with the button 'Undo', which works once (rules favorites-remove, collections-unfollow). */
export function showUndoToast(text: string, onUndo: () => void): void {
  const undo = () => {
    toast.remove(id);
    onUndo();
  };
  const id = toast.success(
    <>
      {text}{' '}
      <button type="button" className="link undo-button" onClick={undo}>
        Undo
      </button>
    </>,
    { duration: undoTimeMs },
  );
}
