import { spokenText, WORDS_BOUNDS } from './text/textParts.ts';

/** The page has one polite live region. It is created early, because screen readers only speak changes of an existing region. */
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
  // React Aria hides everything beside a modal dialog from screen readers, except what carries this.
  made.dataset.liveAnnouncer = 'true';
  document.body.append(made);
  return made;
}

/** Speaks a short text in screen readers. A later text replaces it. */
export function announce(text: string): void {
  const target = region();
  const said = spokenText(text, WORDS_BOUNDS);
  // The same text again would be no change and would not be spoken, so a space is added.
  target.textContent = target.textContent === said ? `${said}\u00a0` : said;
}
