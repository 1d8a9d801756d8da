import fc from 'fast-check';
import { expect, it } from 'vitest';
import { adviseKeys } from '../core/advice/advise.ts';
import type { Entity } from '../core/entities/entity.ts';
import { keyAnatomy } from '../core/keys/keyAnatomy.ts';
import { findKeysSteps } from '../core/keys/pasted/findKeys.ts';
import { readKey } from '../core/keys/readKey.ts';
import { KEY_SCHEMES } from '../core/keys/schemeRegistry.ts';
import { detectScheme } from '../core/keys/detectScheme.ts';
import { proposeTemplates } from '../core/keys/templates/proposeTemplate.ts';
import { templateSchemeId, templateSchemes } from '../core/keys/templates/templateScheme.ts';
import { completeFilter } from '../core/odata/edit/completeFilter.ts';
import { filterPieces } from '../core/odata/edit/filterPieces.ts';
import { filterProblems } from '../core/odata/edit/filterProblems.ts';
import { encodedFilterBytes } from '../core/odata/limits.ts';
import { CellWriter } from '../core/rows/cellCopy.ts';
import { CELL_FORMATS, formatCell } from '../core/rows/cellFormats.ts';
import { decodeUtf8 } from '../core/entities/bytes/utf8.ts';
import { compareEntities, entityFilter, entityJsonText, entityUrl } from '../core/rows/entityText.ts';
import { holdsCredential, secretLook, withoutNamedValues } from '../core/secrets.ts';
import { SNIPPETS } from '../core/snippets/snippets.ts';
import { cellFilter, filterWords } from './shared/selection/filterWords.ts';
import { exportChoices } from './query/run/exportWords.ts';
import { exportJob } from './query/run/useExporter.ts';
import { saidBy } from './query/run/proofWords.ts';
import { withQueryFilter } from './shared/selection/queryFilter.ts';
import { createSavedTemplates } from '../state/base/savedTemplates.ts';
import { strippedAddress, readHash, writeHash } from '../state/address/hashAddress.ts';
import { pastedSecret } from '../state/decode/decodeSecret.ts';
import { DEFAULT_DESIGN, fileOfForm, formOfFile, paramsOfForm } from '../state/design/designForm.ts';
import { DEFAULT_SERIES, paramsOfSeries, readSeries } from '../state/design/seriesForm.ts';
import { ROWS, WHOLE } from '../state/results/capture/captureSummary.fixture.ts';
import { captureSummary, readSummary } from '../state/results/capture/captureSummary.ts';
import { createColumnChoices } from '../state/run/columnChoices.ts';
import type { EndedRun } from '../state/run/runState.ts';
import { planFromForm } from '../state/run/planFromForm.ts';
import { EMPTY_FORM, formToParams } from '../state/run/queryForm.ts';
import { queryOfTemplates } from '../state/run/queryOfDesign.ts';
import { readConnectionText } from '../tables/connection/connectionText.ts';
import { connect } from '../tables/connection/connect.fixture.ts';
import { jsonResponse } from '../tables/wire/scriptedFetch.fixture.ts';
import { faultOf, redact } from '../tables/base/tableError.ts';
import { page, rowStorePair, TEST_SCHEME_ID } from '../workers/rowStorePair.fixture.ts';
import { cutInside } from '../ui/cellmap/labelTexts.ts';
import { spokenText, visibleText } from '../ui/text/textParts.ts';
import { xmlText } from '../ui/picture.ts';
import { isoToTicks } from '../core/time/ticks.ts';
import { runSteps } from '../core/steps.ts';

// No text that UTF-16 can hold may make the page fail, wherever it is used: in keys, names, values or typed texts.

const NOW = isoToTicks('2026-11-20T00:00:00Z');
const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
};

function entityOf(key: string, text: string): Entity {
  const property = { name: text, type: text, form: 'string', text, duplicate: false } as const;
  return {
    partitionKey: key,
    rowKey: text,
    timestamp: text,
    etag: text,
    properties: [property, { ...property, name: 'Level', type: 'Edm.String' }],
  };
}

const column = (name: string, text: string) => ({
  name,
  types: ['Edm.String', text],
  values: [
    { type: 'Edm.String', text },
    { type: text, text },
  ],
});

/** The parts of a run that are texts from a user or from a table. */
const TEXTS_OF_RUN = new Set(
  ['tableName', 'label', 'filter', 'condition', 'text', 'partitionKey', 'rowKey', 'message', 'of'].concat(
    'table pk rk prefixes select query requestId from to arrivalNote'.split(' '),
  ),
);

/** A run in which all these texts are the same given one. */
function runOf(text: string): EndedRun {
  const withText = (name: string, value: unknown): unknown =>
    typeof value === 'string' && !/^6\d+$/.test(value) && TEXTS_OF_RUN.has(name) ? text : value;
  const read = readSummary({ result: JSON.parse(JSON.stringify(WHOLE), withText) as unknown }, 1, ROWS);
  if (!read.ok) throw new Error(read.error);
  return read.value.run;
}

/** Sends a page request both ways. A text that cannot be sent is a fault with words, not a bug. */
async function sendPage(text: string, other: string): Promise<void> {
  const { reader, sdk } = connect(() => jsonResponse({ value: [] })).connection;
  const query = {
    tableName: 'Orders',
    filter: `PartitionKey eq '${text}'`,
    select: [other],
    continuation: { nextPartitionKey: text, nextRowKey: other },
  };
  for (const each of [reader, sdk]) {
    await each.readPage(query, new AbortController().signal).catch((caught: unknown) => {
      if (faultOf(caught)?.kind !== 'input') throw caught;
    });
  }
}

/** Where texts go, by the view that shows or sends them. */
const SINKS: Readonly<Record<string, (text: string, other: string) => unknown>> = {
  address: (text, other) => {
    const address = writeHash(
      'query',
      formToParams({ ...EMPTY_FORM, pk: text, filter: other, select: text, table: other }),
    );
    strippedAddress(`?${text}`, `#/query?${text}=${other}`);
    strippedAddress(text, address);
    return readHash(`#/query?${text}`);
  },
  'address of a design': (text, other) => {
    const form = {
      ...DEFAULT_DESIGN,
      properties: text,
      designs: [{ partition: text, row: other, twin: text }],
    };
    formOfFile(fileOfForm(form));
    return writeHash('design', paramsOfForm(form));
  },
  'address of a series': (text, other) => {
    const form = { ...DEFAULT_SERIES, source: text, before: other, name: text };
    readSeries(form, NOW);
    return writeHash('design', paramsOfSeries(form));
  },
  'link to an entity': (text, other) => entityUrl(`https://a.example/${text}`, other, entityOf(text, other)),
  'entity as text': (text, other) => {
    const entity = entityOf(text, other);
    compareEntities(entity, entityOf(other, text));
    entityFilter(entity);
    return entityJsonText(entity);
  },
  clipboard: (text, other) =>
    (['tsv', 'csv', 'json', 'markdown'] as const).map((format) => {
      const writer = new CellWriter(format, [text, other], true);
      writer.add([
        { type: 'Edm.String', text },
        { type: other, text },
      ]);
      return writer.text();
    }),
  snippets: (text, other) =>
    SNIPPETS.map((language) =>
      language.text({
        endpoint: 'https://a.example',
        credential: 'token',
        queries: [{ tableName: other, filter: `PartitionKey eq '${text}'`, select: [text, other] }],
      }),
    ),
  filter: (text, other) => {
    const typed = `${other} eq '${text}'`;
    filterPieces(typed);
    filterProblems(typed, [text]);
    completeFilter(typed, typed.length, [[column(text, other), column('Level', text)]]);
    completeFilter(`Level eq ${text}`, 9 + text.length, [[column('Level', other)]]);
    return encodedFilterBytes(typed);
  },
  'filter of a list': (text, other) => {
    const filters = [false, true].flatMap((excludes) => [
      cellFilter({ name: text }, { type: 'Edm.String', text: other }, excludes),
      cellFilter({ name: 'Level' }, { type: text, text: other }, excludes),
    ]);
    return filters.map((filter) => [
      filterWords(filter),
      withQueryFilter('', filter, { types: ['Edm.String'], isInAll: true }),
      withQueryFilter(`Level eq '${text}'`, filter, { types: [text], isInAll: true }),
    ]);
  },
  'query form': (text, other) => {
    const base = { ...EMPTY_FORM, table: 'Orders', scheme: 'none' };
    return [
      { ...base, pk: text, rk: other },
      { ...base, select: `Level,${other}` },
      { ...base, pk: text, rk: other, pkMatch: 'begins' as const, rkMatch: 'begins' as const },
      { ...base, filter: `A eq '${text}'`, select: other },
      { ...base, scheme: 'mds-prefixed', volume: 10 as const, prefixes: text, from: other, to: text },
      { ...base, table: text, scheme: other },
      { ...base, scheme: `template:${text},${other}` },
    ].map((form) => {
      const plan = planFromForm(form, NOW);
      return (
        plan.ok &&
        SNIPPETS.map(({ text: written }) =>
          written({ endpoint: 'https://a.example', credential: 'sas', ...plan.value }),
        )
      );
    });
  },
  'key of every scheme': (text, other) =>
    (['partition', 'row'] as const).map((part) => [
      readKey(text, { part, tableName: other }),
      KEY_SCHEMES.map(({ id }) => keyAnatomy(id, part, text)),
    ]),
  'pasted text': (text, other) => {
    pastedSecret(text);
    return runSteps(findKeysSteps(`${text}\n${other} 0638448480000000000___${text}`));
  },
  'sampled keys': (text, other) => {
    const keys = Array.from({ length: 5 }, (_, at) => ({
      partitionKey: `${text}_${at}`,
      rowKey: `${other}-${at}`,
    }));
    detectScheme(other, keys);
    adviseKeys({ partitionKeys: keys.map((each) => each.partitionKey), rowKeys: [text, other] });
    const proposed = proposeTemplates(keys);
    return proposed && templateSchemes([proposed]);
  },
  'key templates': (text, other) => {
    const store = storage();
    createSavedTemplates(() => store).save({ name: 'a', partition: text, row: other });
    const saved = createSavedTemplates(() => store).get();
    templateSchemes(saved);
    return [templateSchemeId(text, other), queryOfTemplates(`{Ticks}${text}`, other)];
  },
  'columns of a table': (text, other) => {
    const store = storage();
    const choices = createColumnChoices(() => store);
    choices.change(text, { ...choices.of(text), order: [other], hidden: [text] });
    return createColumnChoices(() => store).of(text);
  },
  'request of a page': sendPage,
  'files of a result: their names, rows, companions and captures': async (text, other) => {
    const run = runOf(text);
    const { client } = rowStorePair();
    const queries = [{ index: 0, label: text, tableName: other }];
    await client.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries });
    const row = { PartitionKey: text, RowKey: other, [`${text}_`]: other, Level: text };
    const stored = await client.append(1, 0, page(row));
    if (!stored.ok) throw new Error(stored.error.message);
    const drop = (): void => undefined;
    for (const choice of exportChoices(1, undefined)) {
      const chosen = { ...choice, properties: [text, other] };
      const { request, suggestedName, companion, proof } = exportJob(run, chosen, saidBy(run.completeness));
      const { properties: _some, ...all } = request;
      for (const each of [request, all]) await client.exportRows(each, { onChunk: drop });
      const repeated = { rows: 1, names: [text], example: { partitionKey: text, rowKey: other } };
      const saved = { kind: 'saved', where: 'disk', rows: 1, bytes: 1, lossyRows: 0, repeated } as const;
      companion({ ...saved, name: suggestedName });
      proof({ ...saved, name: suggestedName });
    }
    const summary = captureSummary(run, 0);
    if (summary.ok) await client.writeCapture(summary.value, { onChunk: drop });
  },
  'cell in every format': (text, other) =>
    CELL_FORMATS.map(({ id }) => [
      formatCell({ type: 'Edm.String', text }, id, decodeUtf8),
      formatCell({ type: other, text }, id, decodeUtf8),
      formatCell({ type: 'Edm.Binary', text }, id, decodeUtf8),
    ]),
  'shown, spoken, drawn': (text) => [visibleText(text), spokenText(text), cutInside(text, 40), xmlText(text)],
  secrets: (text, other) => [
    secretLook(text),
    holdsCredential(`${text}sig=${other}`),
    withoutNamedValues(`${text}?sig=${other}`),
    redact(`${text} sig=${other}`),
  ],
  'text to connect with': (text, other) =>
    [
      text,
      `https://a.table.core.windows.net/?sv=2022-11-02&sp=r&sig=${text}`,
      `https://${text}/${other}?sig=a`,
    ].map((pasted) => readConnectionText(pasted)),
};

/** Any UTF-16 units, including lone surrogates, alone or in the places where keys have their parts. */
const units = fc.array(
  fc.oneof(
    fc.constantFrom(0xd800, 0xdc00, 0xdfff, 0x00, 0x25, 0x27, 0x2c),
    fc.integer({ min: 0, max: 0xffff }),
    fc.integer({ min: 0x20, max: 0x7e }),
  ),
  { maxLength: 6 },
);
const anyText = fc
  .tuple(
    units,
    fc.constantFrom(
      '',
      '0000000000000000012___0638448480000000000',
      '2516925486399999999_',
      "a'b",
      '{Ticks}',
      '{',
    ),
  )
  .map(([codes, before]) => before + String.fromCharCode(...codes));

it.each(Object.entries(SINKS))('%s holds any text', async (_, sink) => {
  const property = fc.asyncProperty(anyText, anyText, async (text, other) => {
    await sink(text, other);
  });
  const examples: [string, string][] = [
    ['\ud800', '\udc00'],
    ['a\udfff', 'x'],
  ];
  await expect(fc.assert(property, { numRuns: 40, examples })).resolves.toBeUndefined();
});
