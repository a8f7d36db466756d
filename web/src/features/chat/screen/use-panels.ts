import { useState } from 'react';
import { readJson, writeJson } from '#/shared/browser/storage';

interface PanelState {
  /** True if the sidebar shows portraits only (rule chat-sidebar-collapsed). */
  collapsed: boolean;
  details: boolean;
}

function isPanels(value: unknown): value is PanelState {
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
  const [panels, setPanels] = useState<PanelState>(
    () => readJson('chat_panels', isPanels) ?? { collapsed: false, details: true },
  );
  const toggle = (panel: keyof PanelState) => {
    const nextPanels = { ...panels, [panel]: !panels[panel] };
    setPanels(nextPanels);
    writeJson('chat_panels', nextPanels);
  };
  return { ...panels, toggle };
}
