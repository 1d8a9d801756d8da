// Ten tasks of an incident, with a limit on the number of actions: a click, a key or chord, or a typed text. First by mouse, then by
// keyboard alone.
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './rig/fixtures.ts';
import { clipboardText } from './support/clipboard.ts';
import { readDemo, valueOf } from './support/demoRows.ts';
import { idle, showTab, status } from './support/keyscopePage.ts';

/** Acts like a user and counts the actions. */
class Hands {
  count = 0;

  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(what: Locator, button: 'left' | 'right' = 'left'): Promise<void> {
    await what.click({ button, timeout: 15_000 });
    await this.done();
  }

  async keys(...chords: readonly string[]): Promise<void> {
    for (const chord of chords) {
      await this.page.keyboard.press(chord);
      await this.done();
    }
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await this.done();
  }

  /** Runs the command that the palette finds first. */
  async command(text: string): Promise<void> {
    await this.keys('ControlOrMeta+k');
    await this.type(text);
    await this.keys('Enter');
  }

  private async done(): Promise<void> {
    this.count += 1;
    await idle(this.page);
  }
}

interface Task {
  readonly name: string;
  /** The most actions allowed by mouse and by keyboard alone. A command of the palette counts as three. */
  readonly most: readonly [mouse: number, keyboard: number];
  readonly byMouse: (hands: Hands) => Promise<void>;
  readonly byKeyboard: (hands: Hands) => Promise<void>;
  readonly isDone: () => Promise<void>;
}

// Two tests, so that no worker has to wait for one long test.
for (const [hand, way] of ['by mouse', 'by keyboard alone'].entries())
  test(`the ten tasks of an incident, each in few actions, ${way}`, async ({ page, app }) => {
    const named = (role: Parameters<Page['getByRole']>[0], name: string | RegExp): Locator =>
      page.getByRole(role, { name, exact: true });
    const findings = named('region', 'Findings');
    const differs = page.locator('[aria-label="What differs?"]');
    const groups = named('grid', 'Groups');
    const rows = named('grid', 'Rows');
    // Includes the silent prefix and the hot one.
    const truth = await readDemo(page, app, '36-49,61,62');
    const failed = truth
      .filter((row) => valueOf(row, 'Succeeded') === 'false')
      .length.toLocaleString('en-US');
    const tasks: readonly Task[] = [
      {
        name: 'who stopped, and when exactly',
        most: [1, 1],
        byMouse: (hands) => hands.click(findings.getByRole('button', { name: /^Prefix 62 is silent/ })),
        byKeyboard: (hands) => hands.keys('n'),
        isDone: () =>
          expect(named('status', 'Finding')).toContainText(/^Prefix 62: last row .*\d\d:\d\d:\d\d\.\d{7} /),
      },
      {
        name: 'why prefix 37 is hot',
        most: [2, 2],
        byMouse: async (hands) => {
          await hands.click(findings.getByRole('button', { name: /^Hot prefix 37/ }));
          await hands.click(named('button', 'What differs in its rows?'));
        },
        byKeyboard: (hands) => hands.keys('n', 'Shift+D'),
        isDone: () => expect(differs).toContainText('follows from Prefix'),
      },
      {
        name: 'proof for the boss',
        most: [2, 2],
        byMouse: async (hands) => {
          await hands.click(page.getByRole('button', { name: /^Complete/ }));
          await hands.click(named('button', 'Copy as text'));
        },
        byKeyboard: (hands) => hands.keys('p', 'Enter'),
        isDone: async () => {
          expect(await clipboardText(page)).toMatch(/16 of 16/);
          await page.keyboard.press('Escape');
        },
      },
      {
        name: 'a link to this view',
        most: [1, 1],
        byMouse: (hands) => hands.click(named('button', 'Share')),
        byKeyboard: (hands) => hands.keys('l'),
        isDone: async () => expect(await clipboardText(page)).toContain('#/query?v=1&endpoint=demo'),
      },
      {
        name: 'what differs about the failed rows',
        most: [2, 2],
        byMouse: async (hands) => {
          await hands.click(named('tab', 'Groups'));
          // The button of a group appears under the pointer.
          const errors = groups.getByRole('gridcell').filter({ hasText: 'Error' }).first();
          await errors.hover({ timeout: 15_000 });
          await hands.click(errors.getByText('What differs?'));
        },
        byKeyboard: (hands) => hands.keys('e', 'd'),
        isDone: () => expect(differs).toContainText(`${failed} selected rows`),
      },
      {
        name: 'p95 of the duration by role',
        most: [4, 3],
        byMouse: async (hands) => {
          await hands.click(rows.getByRole('columnheader', { name: /^RoleInstance/ }), 'right');
          await hands.click(named('button', 'Group by this column'));
          await hands.click(page.getByRole('button', { name: /^Show: / }));
          await hands.click(page.getByRole('menuitemradio', { name: /^DurationMs/ }));
        },
        byKeyboard: (hands) => hands.command('p95 durationms by roleinstance'),
        isDone: async () => {
          await expect(groups.getByRole('columnheader', { name: /p95/ })).toBeVisible();
          await expect(groups.getByRole('columnheader', { name: /^RoleInstance/ })).toBeVisible();
        },
      },
      {
        name: 'a file for DuckDB',
        most: [2, 1],
        byMouse: async (hands) => {
          await hands.click(named('button', 'Export'));
          await hands.click(page.getByRole('menuitem', { name: /^Parquet/ }));
        },
        byKeyboard: (hands) => hands.keys('Shift+P'),
        isDone: () => saved('.parquet'),
      },
      {
        name: 'a file for Excel',
        most: [2, 1],
        byMouse: async (hands) => {
          await hands.click(named('button', 'Export'));
          await hands.click(page.getByRole('menuitem', { name: /^CSV/ }).first());
        },
        byKeyboard: (hands) => hands.keys('Shift+C'),
        isDone: () => saved('.csv'),
      },
      {
        name: 'another table beside',
        most: [3, 3],
        byMouse: async (hands) => {
          await hands.click(named('combobox', 'Table').locator('xpath=following-sibling::button'));
          await hands.click(named('option', 'WADLogsTable'));
          await hands.click(named('button', 'Run beside'));
        },
        byKeyboard: async (hands) => {
          await hands.keys('o');
          await hands.type('WADLogsTable');
          await hands.keys('Alt+Enter');
        },
        isDone: () => expect(page.getByRole('tab', { name: /^WADLogsTable/, selected: true })).toBeVisible(),
      },
      {
        // The demo's rows end when its account was started, so the last minutes have none.
        name: 'the errors of the last 3 h by message',
        most: [4, 4],
        byMouse: async (hands) => {
          await hands.click(named('button', 'Time range'));
          await hands.click(named('button', 'Last 3h'));
          await hands.click(named('button', 'Run query'));
          await hands.click(named('tab', 'Groups'));
        },
        byKeyboard: async (hands) => {
          await hands.keys('c');
          await hands.type('3h');
          await hands.keys('Shift+Enter', '2');
        },
        isDone: async () => {
          await expect(status(page)).toContainText('Complete');
          for (const name of [/^Message/, /^Errors/])
            await expect(groups.getByRole('columnheader', { name })).toBeVisible();
        },
      },
      {
        name: 'follow',
        most: [1, 1],
        byMouse: (hands) => hands.click(named('button', 'Follow')),
        byKeyboard: (hands) => hands.keys('t'),
        isDone: async () => {
          const follow = named('button', 'Follow');
          await expect(follow).toHaveAttribute('aria-pressed', 'true');
          await page.keyboard.press('Escape');
          await expect(follow).toHaveAttribute('aria-pressed', 'false');
        },
      },
    ];

    const files: string[] = [];
    page.on('download', (download) => files.push(download.suggestedFilename()));
    const saved = async (ending: string): Promise<void> => {
      await expect.poll(() => files.some((name) => name.endsWith(ending))).toBe(true);
      files.length = 0;
    };
    const resets = async (): Promise<void> => {
      const chips = named('list', 'Filters').getByRole('listitem');
      while ((await chips.count()) > 0)
        await chips
          .first()
          .getByRole('button', { name: /^Remove/ })
          .click();
      await idle(page);
      if (await differs.isVisible()) await differs.getByRole('button', { name: 'Close' }).click();
      await showTab(page, 'Rows');
    };
    for (const task of tasks) {
      const hands = new Hands(page);
      await (hand === 0 ? task.byMouse(hands) : task.byKeyboard(hands));
      await task.isDone();
      expect.soft(hands.count, task.name).toBeLessThanOrEqual(task.most[hand] ?? 0);
      await resets();
    }
  });
