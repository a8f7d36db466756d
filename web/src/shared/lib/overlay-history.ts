/** Where the browser stands in its history, as far as the state of the entry tells. */
interface Place {
  /** The router's number of the entry. */
  index: number;
  /** How many overlays lie over the page on this entry. */
  depth: number;
}

/** What closes each open overlay, the topmost last. */
const open: (() => void)[] = [];

function numberOf(state: unknown, key: 'idx' | 'overlay'): number {
  const value: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, key) : 0;
  return typeof value === 'number' ? value : 0;
}

function readPlace(): Place {
  const { state } = window.history;
  return { index: numberOf(state, 'idx'), depth: numberOf(state, 'overlay') };
}

let place = readPlace();
/** A step that we made ourselves is on its way. */
let stepping = false;

function onPop(): void {
  const before = place;
  const own = stepping;
  place = readPlace();
  stepping = false;
  if (place.depth < open.length) {
    for (const close of open.slice(place.depth).reverse()) close();
    return;
  }
  // An entry whose overlay is gone shows nothing that its neighbour does not, so nobody stops there;
  // and Back from such an entry has to lead away from the page.
  const arrivedOnOne = place.depth > open.length;
  const leftOne = !own && before.depth > place.depth && before.index === place.index + 1;
  if (!arrivedOnOne && !leftOne) return;
  stepping = true;
  window.history.go(place.index > before.index ? 1 : -1);
}

/**
 * Puts an overlay over the page: Back closes it, and does not leave the page with what is typed
 * there. It gets an entry of the history at the same address, which stays when the overlay is closed
 * otherwise: taking it back would race with whatever page is opened next. Call the result then.
 */
export function enterOverlay(close: () => void): () => void {
  // Adding it again changes nothing. It stays, for the entries stay too.
  window.addEventListener('popstate', onPop);
  open.push(close);
  place = readPlace();
  stepping = false;
  if (place.depth < open.length) {
    const state: unknown = window.history.state;
    const here = typeof state === 'object' ? state : {};
    const next = { ...here, idx: place.index + 1, overlay: open.length };
    window.history.pushState(next, '');
    place = readPlace();
  }
  return () => {
    const at = open.indexOf(close);
    if (at >= 0) open.splice(at, 1);
  };
}
