import { Moon, Sun } from 'lucide-react';
import { toggleTheme, useTheme } from '#/shared/browser/theme';
import { IconButton } from './icon-button';

export function ThemeToggle() {
  const dark = useTheme() === 'dark';
  return (
    <IconButton label={dark ? 'Use light theme' : 'Use dark theme'} onClick={toggleTheme}>
      {dark ? <Moon size={18} aria-hidden="true" /> : <Sun size={18} aria-hidden="true" />}
    </IconButton>
  );
}
