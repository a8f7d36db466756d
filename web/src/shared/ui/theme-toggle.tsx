import { Moon, Sun } from 'lucide-react';
import { toggleTheme, useTheme } from '#/shared/browser/theme';
import { IconButton } from './icon-button';

export function ThemeToggle() {
  const isDark = useTheme() === 'dark';
  return (
    <IconButton label={isDark ? 'Use light theme' : 'Use dark theme'} onClick={toggleTheme}>
      {isDark ? <Moon size={18} aria-hidden="true" /> : <Sun size={18} aria-hidden="true" />}
    </IconButton>
  );
}
