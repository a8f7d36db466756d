import { useState } from 'react';
import { NameInitial } from './initial';

interface UserPictureProps {
  name: string;
  src: string | null | undefined;
  lazy?: boolean;
}

/**
 * The picture of a user. If it is missing or cannot be loaded, the first letter of the name replaces it (rule
 * account-picture-fallback). It is decorative, because the name is beside it.
 */
export function UserPicture({ name, src, lazy = false }: UserPictureProps) {
  const [broken, setBroken] = useState('');
  if (!src || src === broken) return <NameInitial name={name} />;
  return (
    <img
      className="initial"
      src={src}
      alt=""
      width={36}
      height={36}
      loading={lazy ? 'lazy' : undefined}
      decoding="async"
      onError={() => setBroken(src)}
    />
  );
}
