import { describe, expect, it } from 'vitest';
import type { ColumnProfile } from './columnProfile.ts';
import { type ColumnRole, columnRoles } from './columnRoles.ts';

const ROWS = 100;

interface Given {
  readonly type?: string;
  readonly values?: readonly string[];
  readonly count?: number;
  readonly meanChars?: number;
  readonly spacedShare?: number;
}

function column(name: string, given: Given = {}): ColumnProfile {
  const { type = 'Edm.String', values, count = ROWS, meanChars = 8, spacedShare = 0 } = given;
  return {
    name,
    types: [type],
    count,
    values: values?.map((text) => ({ type, text })),
    meanChars,
    longestChars: meanChars,
    holdsTexts: false,
    spacedShare,
  };
}

const roleOf = (name: string, given?: Given): ColumnRole | undefined =>
  columnRoles([column(name, given)], ROWS).get(name);
const rolesOf = (columns: readonly ColumnProfile[]): Readonly<Record<string, ColumnRole>> =>
  Object.fromEntries(columnRoles(columns, ROWS));

/** Names by which loggers call the text of an event, the surest first. */
const MESSAGES =
  'Message Msg Rendered_Message FormattedMessage EventMessage ExceptionMessage Text Description Summary Error Exception Body';
describe('the role of a column', () => {
  it('is told by its name: the text of an event, and who wrote it', () => {
    const messages = MESSAGES.split(' ');
    const sources = 'Role RoleInstance cloud_Role Host MachineName Pod Logger SensorId'.split(' ');
    expect(messages.map((name) => roleOf(name))).toEqual(messages.map(() => 'message'));
    expect(sources.map((name) => roleOf(name))).toEqual(sources.map(() => 'source'));
    // Numbers are neither a message nor a source, whatever their names.
    expect(messages.map((name) => roleOf(name, { type: 'Edm.Double' }))).toEqual(
      messages.map(() => 'measure'),
    );
    expect(roleOf('Host', { type: 'Edm.Double' })).toBe('measure');
    expect(roleOf('SensorId', { type: 'Edm.Int32' })).toBe('detail');
  });

  it('is the message for the surest name alone, in whatever order the columns are', () => {
    const names = MESSAGES.split(' ');
    for (let first = 0; first < names.length; first++) {
      const rest = names.slice(first);
      for (const order of [rest, rest.toReversed()])
        expect(rolesOf(order.map((name) => column(name)))).toEqual(
          Object.fromEntries(rest.map((name, at) => [name, at === 0 ? 'message' : 'detail'])),
        );
    }
  });

  it('is the message for texts of several words if no name tells: 16 units and half with a space, the longest', () => {
    const text = (meanChars: number, spacedShare: number) => roleOf('Payload', { meanChars, spacedShare });
    expect([text(16, 0.5), text(15.9, 1), text(500, 0.49)]).toEqual(['message', 'detail', 'detail']);
    const long = (name: string, meanChars: number) => column(name, { meanChars, spacedShare: 1 });
    expect(rolesOf([long('A', 20), long('B', 90), long('C', 30)])).toEqual({
      A: 'detail',
      B: 'message',
      C: 'detail',
    });
    // A known name wins over any length, and of two equal columns the first one wins.
    expect(rolesOf([long('A', 9000), column('Body')])).toEqual({ A: 'detail', Body: 'message' });
    expect(rolesOf([long('A', 20), long('B', 20)])).toEqual({ A: 'message', B: 'detail' });
  });

  it('is the severity for the surest name whose values are few, and for that one alone', () => {
    const few = (name: string) => column(name, { type: 'Edm.Int32', values: ['1', '2'] });
    const names = 'Level EventLevel SeverityLevel Severity LogLevel SeverityText LevelName Lvl'.split(' ');
    for (let first = 0; first < names.length; first++) {
      const rest = names.slice(first);
      for (const order of [rest, rest.toReversed()])
        expect(rolesOf(order.map(few))).toEqual(
          Object.fromEntries(rest.map((name, at) => [name, at === 0 ? 'severity' : 'category'])),
        );
    }
    expect(rolesOf([column('Level', { type: 'Edm.Int32' }), few('Lvl')])).toEqual({
      Level: 'measure',
      Lvl: 'severity',
    });
    expect(roleOf('Floor', { type: 'Edm.Int32', values: ['1', '2'] })).toBe('category');
  });

  it('is a category for few short values that most rows have', () => {
    const values = ['a', 'b'];
    expect(
      ['Edm.String', 'Edm.Boolean', 'Edm.Int32'].map((type) => roleOf('State', { type, values })),
    ).toEqual(['category', 'category', 'category']);
    expect(
      ['Edm.Int64', 'Edm.Guid', 'Edm.DateTime'].map((type) => roleOf('State', { type, values })),
    ).toEqual(['detail', 'detail', 'detail']);
    expect(roleOf('State')).toBe('detail');
    expect([50, 49].map((count) => roleOf('State', { values, count }))).toEqual(['category', 'detail']);
    expect([32, 33].map((meanChars) => roleOf('State', { values, meanChars }))).toEqual([
      'category',
      'detail',
    ]);
    const many = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`);
    expect([24, 25].map((count) => roleOf('State', { values: many(count) }))).toEqual(['category', 'detail']);
  });

  it('is a measure for numbers, but not for those whose name says that they are ids', () => {
    const types = ['Edm.Double', 'Edm.Int32', 'Edm.Int64', 'Edm.String'];
    const of = (name: string, values?: readonly string[]) =>
      types.map((type) => roleOf(name, { type, ...(values && { values }) }));
    expect(of('Duration')).toEqual(['measure', 'measure', 'detail', 'detail']);
    for (const name of 'RequestId Pid Tid RowIndex PartKey Version StatusCode EventTicks Ticket LineNumber No'.split(
      ' ',
    )) {
      expect(of(name)).toEqual(['detail', 'detail', 'detail', 'detail']);
      expect(of(name, ['1', '2'])).toEqual(['detail', 'detail', 'detail', 'detail']);
    }
    expect(roleOf('IdleSeconds', { type: 'Edm.Double' })).toBe('measure');
  });

  it('is none for long numbers with leading zeros and the like, even under a name', () => {
    expect(roleOf('Role', { values: ['a', '00000001'] })).toBe('detail');
    expect(roleOf('Role', { values: ['a', '0000001', 'b00000001', '00000001b'] })).toBe('source');
  });
});
