import { PERCENTILES } from '../core/stress/latencies.ts';
import type { StressVerdict } from '../core/stress/verdict.ts';
import { countText, numberText } from '../core/words.ts';
import { xmlText } from '../ui/picture.ts';
import { keysText, loadText } from './planWords.ts';
import type { TestResult } from './testRun.ts';

/** A load as data, for a colleague or a script. Contains neither the account nor the credential. */
export function reportData({ plan, record, sent }: TestResult, verdict: StressVerdict) {
  const latencies = (of: TestResult['record']['fromDue']) => PERCENTILES.map((share) => of.at(share));
  return {
    kind: 'keyscope-stress',
    version: 1,
    madeAt: new Date(plan.startedAtMs).toISOString(),
    verdict,
    plan,
    totals: record.totals,
    requests: sent,
    endedBy: record.endedBy,
    answers: Object.fromEntries(record.answers),
    latencyMs: {
      shares: PERCENTILES,
      fromDue: latencies(record.fromDue),
      fromSent: latencies(record.fromSent),
      scheduleError: latencies(record.scheduleError),
    },
    seconds: record.seconds.map(({ entitiesOf, throttledOf, ...second }) => ({
      ...second,
      entitiesOf: [...entitiesOf],
      throttledOf: [...throttledOf],
    })),
  };
}

type ReportData = ReturnType<typeof reportData>;

export function reportJson(data: ReportData): string {
  return `${JSON.stringify(data, undefined, 1)}\n`;
}

/** The same as a page without scripts or other files, so that it opens anywhere. */
export function reportHtml(data: ReportData): string {
  const { verdict, plan, totals, latencyMs, seconds, madeAt } = data;
  const rows = (of: readonly (readonly string[])[]): string =>
    of
      .map(
        ([head = '', ...cells]) =>
          `<tr><th>${xmlText(head)}</th>${cells.map((cell) => `<td>${xmlText(cell)}</td>`).join('')}</tr>`,
      )
      .join('\n');
  const latencyRows = [
    ['From due, ms', ...latencyMs.fromDue.map(numberText)],
    ['From sent, ms', ...latencyMs.fromSent.map(numberText)],
  ];
  const counts = [
    ['Operations', countText(totals.operations)],
    ['Served', countText(totals.served)],
    ['Lost', countText(totals.lost)],
    ['Throttled requests', countText(totals.throttled)],
    ['Requests', countText(totals.attempts)],
    ['Entities', countText(totals.entities)],
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Keyscope stress test</title>
<style>
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #242424; font: 14px/20px "Segoe UI", system-ui, sans-serif; }
h1 { font-size: 18px; line-height: 24px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 2px 16px 2px 0; text-align: right; }
th:first-child { font-weight: 400; text-align: left; }
</style>
</head>
<body>
<h1>${xmlText(verdict.sentence)}</h1>
<p>${xmlText(keysText(plan))}. ${xmlText(loadText(plan))}. ${xmlText(madeAt)}</p>
${chart(seconds.map(({ entities }) => entities))}
<h2>Evidence</h2>
<ul>
${verdict.evidence.map((text) => `<li>${xmlText(text)}</li>`).join('\n')}
</ul>
<p>${xmlText(verdict.advice?.text ?? '')}</p>
<h2>Latency</h2>
<table>
<tr><th></th>${latencyMs.shares.map((share) => `<th>p${share * 100}</th>`).join('')}</tr>
${rows(latencyRows)}
</table>
<h2>Counts</h2>
<table>
${rows(counts)}
</table>
<h2>Seconds</h2>
<table>
<tr><th>Second</th><th>Entities</th><th>Requests</th><th>Throttled</th><th>Lost</th><th>p99, ms</th></tr>
${rows(seconds.map((each) => [each.atSeconds, each.entities, each.attempts, each.throttled, each.lost, each.p99].map((value) => numberText(value))))}
</table>
</body>
</html>
`;
}

const WIDTH = 800;
const HEIGHT = 160;

function chart(values: readonly number[]): string {
  const most = Math.max(1, ...values);
  const slot = WIDTH / Math.max(1, values.length);
  const bars = values.map((value, second) => {
    const height = (HEIGHT * value) / most;
    return `<rect x="${(second * slot).toFixed(1)}" y="${(HEIGHT - height).toFixed(1)}" width="${Math.max(1, slot - 1).toFixed(1)}" height="${height.toFixed(1)}" fill="#2f7fc6"/>`;
  });
  return `<p>Entities per second, at most ${countText(most)}:</p>
<svg width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="Entities per second">${bars.join('')}</svg>`;
}
