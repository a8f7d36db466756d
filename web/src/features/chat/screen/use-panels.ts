import { useState } from 'react';
import { readJson, writeJson } from '#/shared/browser/storage';

interface Panels {
  /** True if the sidebar shows portraits only (rule chat-sidebar-collapsed). */
  collapsed: boolean;
  details: boolean;
}

function isPanels(value: unknown): value is Panels {
  return (
    typeof value === 'object' &&
    value !== null &&
    'collapsed' in value &&
    'details' in value &&
    typeof value.collapsed === 'boolean' &&
    typeof value.details === 'boolean'
  );
}

/** The panels of the desktop layout, stored in this browser. */
export function usePanels() {
  const [panels, setPanels] = useState<Panels>(
    () => readJson('chat_panels', isPanels) ?? { collapsed: false, details: true },
  );
  const toggle = (panel: keyof Panels) => {
    const next = { ...panels, [panel]: !panels[panel] };
    setPanels(next);
    writeJson('chat_panels', next);
  };
  return { ...panels, toggle };
}
