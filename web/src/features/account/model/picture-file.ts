import { maxPictureBytes, texts } from '../texts';

/**
 * The reason why a chosen file cannot be uploaded; undefined if it can (rules account-picture,
 * media-upload-kinds). The server also checks the file's bytes.
 */
export function pictureFileError(file: File): string | undefined {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return texts.pictureType;
  return file.size > maxPictureBytes ? texts.pictureTooLarge : undefined;
}
