import type { KeyScheme } from '../base/scheme.ts';
import { defineScheme, makeReading } from '../base/schemeSpec.ts';
import { joinedSegments, segment } from '../base/segmentBuild.ts';
import { UNDERSCORE } from '../base/keyShape.ts';
import { beginsWithOne } from '../base/shapeTests.ts';

const IDENTITY = { id: 'aspnet-identity', title: 'ASP.NET Identity (ElCamino)' } as const;
/** The first letter of a key tells the kind of row (TableConstants.cs). */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['U', 'user'],
  ['C', 'claim'],
  ['R', 'role'],
  ['L', 'login'],
  ['E', 'email'],
  ['T', 'token'],
]);
const KEY = /^([UCRLET])_([0-9a-fA-F]{16,64})$/;

/** Users and roles; keys are hashes without a time. */
export const aspNetIdentityScheme: KeyScheme = defineScheme({
  ...IDENTITY,
  shapes: { both: beginsWithOne('UCRLET', UNDERSCORE) },
  writer: 'ElCamino.AspNetCore.Identity.AzureTable',
  // Source: dlmelendez/identityazuretable: TableConstants.cs
  timeSource: 'none',
  rounding: 'none',
  order: 'none',
  grammar: { table: 'AspNetUsers | AspNetRoles | AspNetIndex', partition: 'U_hash', row: 'letter_hash' },
  tablePattern: /^AspNet(?:Users|Roles|Index)$/i,
  read: (text, part) => {
    const match = part === 'table' ? null : KEY.exec(text);
    if (match === null) return undefined;
    return makeReading(IDENTITY, {
      fields: [
        ['kind', KINDS.get(match[1] ?? '') ?? ''],
        ['hash', match[2] as string],
      ],
      confidence: 0.6,
      reason: 'a letter for the kind of row and a hash; no time in keys',
    });
  },
  segments: (text) =>
    KEY.test(text)
      ? joinedSegments(text, '_', (piece, index) =>
          segment(index === 0 ? 'text' : 'identity', piece, index === 0 ? 'kind' : 'hash'),
        )
      : undefined,
});
