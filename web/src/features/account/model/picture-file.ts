import { pictureBytes, texts } from '../texts';

/** Why a chosen file is not uploaded (rule account-picture). The server looks at its bytes too. */
export function pictureFileError(file: File): string | undefined {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return texts.pictureType;
  return file.size > pictureBytes ? texts.pictureTooLarge : undefined;
}
