import { spokenText, WORDS_BOUNDS } from './text/textParts.ts';

/** One polite live region for the page; screen readers only speak changes of a region that already stood there. */
const REGION_ID = 'ui-announcer';

function region(): HTMLElement {
  const found = document.getElementById(REGION_ID);
  if (found !== null) return found;
  const made = document.createElement('div');
  made.id = REGION_ID;
  made.setAttribute('role', 'status');
  made.setAttribute('aria-live', 'polite');
  made.setAttribute('aria-label', 'Announcements');
  made.dataset.visuallyHidden = '';
  document.body.append(made);
  return made;
}

/** Says a short text to screen readers; a later one replaces it. */
export function announce(text: string): void {
  const target = region();
  const said = spokenText(text, WORDS_BOUNDS);
  // The same text twice is no change, so it would not be spoken.
  target.textContent = target.textContent === said ? `${said}\u00a0` : said;
}
