import { spokenText, WORDS_BOUNDS } from './text/textParts.ts';

/** The page has one polite live region. It is created early, because screen readers only announce changes to an existing region. */
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
  // React Aria hides everything outside a modal dialog from screen readers, except elements with this attribute.
  made.dataset.liveAnnouncer = 'true';
  document.body.append(made);
  return made;
}

/** Makes screen readers speak a short text. A later text replaces it. */
export function announce(text: string): void {
  const target = region();
  const said = spokenText(text, WORDS_BOUNDS);
  // Repeating the same text would not count as a change and would not be spoken, so a space is added.
  target.textContent = target.textContent === said ? `${said}\u00a0` : said;
}
