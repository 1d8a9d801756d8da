import type { EntitySpec } from '../core/entities/page/entityPage.fixture.ts';

/**
 * Entities with all kinds of strings, numbers at their limits, instants to 100 ns, hostile names and values, and values of mixed types or
 * absent.
 */
export const HOSTILE_ENTITIES: readonly EntitySpec[] = [
  {
    partitionKey: `it's "quoted", 'twice'\r\n;--`,
    rowKey: '=1+1',
    timestamp: '2026-11-20T21:00:00.1234567Z',
    properties: [
      { name: 'Mixed', json: '2147483647', type: 'Edm.Int32', form: 'number', text: '2147483647' },
      {
        name: 'Big',
        annotation: 'Edm.Int64',
        json: '"-9223372036854775808"',
        type: 'Edm.Int64',
        form: 'string',
        text: '-9223372036854775808',
      },
      {
        name: 'At',
        annotation: 'Edm.DateTime',
        json: '"1677-09-21T00:12:43.1452242Z"',
        type: 'Edm.DateTime',
        form: 'string',
        text: '1677-09-21T00:12:43.1452242Z',
      },
      {
        name: 'Near',
        annotation: 'Edm.DateTime',
        json: '"2262-04-11T23:47:16.8547758Z"',
        type: 'Edm.DateTime',
        form: 'string',
        text: '2262-04-11T23:47:16.8547758Z',
      },
      {
        name: 'Data',
        annotation: 'Edm.Binary',
        json: '"AP8Q"',
        type: 'Edm.Binary',
        form: 'string',
        text: 'AP8Q',
      },
      { name: '', json: '""', type: 'Edm.String', form: 'string', text: '' },
      { name: 'a,"b"', json: '"=cmd|x"', type: 'Edm.String', form: 'string', text: '=cmd|x' },
    ],
  },
  {
    partitionKey: 'p\u{1f600}é',
    rowKey: '',
    properties: [
      { name: 'Mixed', json: '-0.0', type: 'Edm.Double', form: 'number', text: '-0.0' },
      { name: 'MIXED', json: 'true', type: 'Edm.Boolean', form: 'boolean', text: 'true' },
      {
        name: 'At',
        annotation: 'Edm.DateTime',
        json: '"1677-09-21T00:12:43.1452241Z"',
        type: 'Edm.DateTime',
        form: 'string',
        text: '1677-09-21T00:12:43.1452241Z',
      },
      {
        name: 'At@ticks',
        json: '"a property of this name"',
        type: 'Edm.String',
        form: 'string',
        text: 'a property of this name',
      },
      {
        name: 'Id',
        annotation: 'Edm.Guid',
        json: '"0F8FAD5B-D9CB-469F-A165-70867728950E"',
        type: 'Edm.Guid',
        form: 'string',
        text: '0F8FAD5B-D9CB-469F-A165-70867728950E',
      },
    ],
  },
  {
    partitionKey: 'p',
    rowKey: 'r',
    properties: [
      { name: 'Mixed', json: '-2147483648', type: 'Edm.Int32', form: 'number', text: '-2147483648' },
      {
        name: 'Mixed@Edm.Double',
        json: '"also a name"',
        type: 'Edm.String',
        form: 'string',
        text: 'also a name',
      },
      {
        name: 'At',
        annotation: 'Edm.DateTime',
        json: '"9999-12-31T23:59:59.9999999Z"',
        type: 'Edm.DateTime',
        form: 'string',
        text: '9999-12-31T23:59:59.9999999Z',
      },
      {
        name: 'Near',
        annotation: 'Edm.DateTime',
        json: '"2262-04-11T23:47:16.8547759Z"',
        type: 'Edm.DateTime',
        form: 'string',
        text: '2262-04-11T23:47:16.8547759Z',
      },
      { name: '__proto__', json: 'null', type: 'Null', form: 'null', text: 'null' },
      {
        name: 'NaN',
        annotation: 'Edm.Double',
        json: '"NaN"',
        type: 'Edm.Double',
        form: 'string',
        text: 'NaN',
      },
    ],
  },
];
