import { CircleAlert, Trash2, Upload } from 'lucide-react';
import { type ChangeEvent, type RefObject, useId, useRef, useState } from 'react';
import { Button, buttonClass } from '#/shared/ui/button';
import { UserPicture } from '#/shared/ui/user-picture';
import type { useUploadPicture } from '../../api/picture-mutation';
import { pictureFileError } from '../../model/picture-file';
import { texts } from '../../texts';
import '../../styles/picture-field.css';

interface PictureFieldProps {
  /** The user's name. */
  userName: string;
  name: string;
  /** Address of the picture in the form; empty for none. */
  value: string;
  /** Address of the saved picture. */
  storedUrl: string;
  error: string | undefined;
  upload: ReturnType<typeof useUploadPicture>;
  readOnly: boolean;
  onChange: (event: { target: { value: string } }) => void;
}

function pictureStatusText({ value, storedUrl, upload }: PictureFieldProps): string {
  if (upload.isPending) return texts.pictureUploading;
  if (value === storedUrl) return '';
  return value === '' ? texts.pictureRemoved : texts.pictureUploaded;
}

interface FileButtonProps {
  ref: RefObject<HTMLInputElement | null>;
  name: string;
  describedBy: string;
  isInvalid: boolean;
  isChoosingBlocked: boolean;
  onChoose: (file: File) => void;
}

/** A file input whose label looks like a button. */
function FileButton({
  ref,
  name,
  describedBy,
  isInvalid,
  isChoosingBlocked,
  onChoose,
}: FileButtonProps) {
  const id = useId();
  const chooseFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file && !isChoosingBlocked) onChoose(file);
    target.value = ''; // so that the same file can be chosen again
  };
  return (
    <>
      <input
        ref={ref}
        id={id}
        name={name}
        type="file"
        accept="image/*"
        className="visually-hidden"
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        aria-disabled={isChoosingBlocked || undefined}
        onClick={(event) => isChoosingBlocked && event.preventDefault()}
        onChange={chooseFile}
      />
      <label className={buttonClass('line')} htmlFor={id}>
        <Upload size={16} aria-hidden="true" />
        Change picture
      </label>
    </>
  );
}

/** The picture of the profile: preview, choice of a file, progress, removal (rule account-picture). */
export function PictureField(props: PictureFieldProps) {
  const { userName, name, value, error, upload, readOnly, onChange } = props;
  const id = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  const isChangeBlocked = readOnly || upload.isPending;
  const problem = upload.isPending ? undefined : (refused ?? upload.problem ?? error);
  const uploadPicture = (file: File) => {
    const fileError = pictureFileError(file);
    setRefused(fileError);
    upload.reset();
    if (fileError === undefined) upload.mutate(file);
  };
  const remove = () => {
    setRefused(undefined);
    upload.reset();
    onChange({ target: { value: '' } });
    fileInput.current?.focus(); // the button disappears
  };
  return (
    <div className="picture-field">
      <UserPicture name={userName} src={value} />
      <div className="picture-field__choice">
        <div className="picture-field__buttons">
          <FileButton
            ref={fileInput}
            name={name}
            describedBy={`${id}-hint ${id}-error`}
            isInvalid={problem !== undefined}
            isChoosingBlocked={isChangeBlocked}
            onChoose={uploadPicture}
          />
          {value !== '' && (
            <Button look="line" busy={isChangeBlocked} onClick={remove}>
              <Trash2 size={16} aria-hidden="true" />
              Remove picture
            </Button>
          )}
        </div>
        <p className="small muted" id={`${id}-hint`}>
          {texts.pictureHint}
        </p>
        {upload.isPending && (
          <progress aria-label={texts.pictureUploading} value={upload.share} max={1} />
        )}
        <p className="small" role="status">
          {pictureStatusText(props)}
        </p>
        <div id={`${id}-error`} role="alert">
          {problem !== undefined && (
            <p className="field__error">
              <CircleAlert size={15} aria-hidden="true" />
              {problem}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
