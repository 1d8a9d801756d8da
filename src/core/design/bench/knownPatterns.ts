import type { BenchTexts } from './readBench.ts';

/** A design to start from, as the fields of the view contain it. */
export interface KnownPattern extends Omit<BenchTexts, 'ms'> {
  readonly id: string;
  readonly title: string;
}

/** Designs that Microsoft's table design guide and the Azure agents describe. */
export const KNOWN_PATTERNS: readonly KnownPattern[] = [
  {
    id: 'series',
    title: 'Time series by device',
    properties: 'DeviceId: String, 500 values\nValue: Double',
    patterns:
      'One device, last hour | DeviceId == @device and Time within 1h | 5/s | 500 ms\nAll devices, last 5 min | Time within 5m | 0.1/s | 5 s',
    writes: '500',
    days: '30',
    bytes: '200',
    designs: [
      { partition: '{DeviceId}', row: '{Ticks}' },
      { partition: '{DeviceId}_{yyyyMMdd}', row: '{Ticks}' },
      { partition: '{Hash(DeviceId) mod 16}___{Ticks/1m}', row: '{DeviceId}_{Ticks}' },
      { partition: '{Ticks/1m}', row: '{DeviceId}_{Ticks}' },
    ],
  },
  {
    id: 'tenants',
    title: 'Multi-tenant',
    properties: 'TenantId: String, 200 values\nOrderId: String, 10,000,000 values',
    patterns:
      'One order | TenantId == @tenant and OrderId == @order | 20/s | 100 ms\nOrders of a tenant | TenantId == @tenant | 2/s\nOrders of a month | TenantId == @tenant and Time within 30d | 0.5/s',
    writes: '50',
    days: '365',
    bytes: '600',
    designs: [
      { partition: '{TenantId}', row: '{OrderId}' },
      { partition: '{TenantId}_{yyyyMM}', row: '{InvertedTicks}_{OrderId}' },
    ],
  },
  {
    id: 'events',
    title: 'Event log by date',
    properties: 'Level: Int32, 5 values\nMessage: String',
    patterns:
      'Last hour | Time within 1h | 0.2/s\nErrors of the last day | Time within 24h and Level <= @level | 0.05/s',
    writes: '2000',
    days: '14',
    bytes: '500',
    designs: [
      { partition: '{yyyyMMdd}', row: '{Ticks}_{Guid}' },
      { partition: '{yyyyMMddHH}', row: '{Ticks}_{Guid}' },
      { partition: '{Writer mod 10:D19}___{Ticks/1m}', row: '{Ticks}_{Guid}' },
    ],
  },
  {
    id: 'tail',
    title: 'Log tail, newest first',
    properties: 'Source: String, 20 values\nMessage: String',
    patterns:
      'Newest 10 of a source | Source == @source and latest 10 | 2/s\nLast hour of a source | Source == @source and Time within 1h | 0.5/s',
    writes: '100',
    days: '30',
    bytes: '400',
    designs: [
      { partition: '{Source}', row: '{InvertedTicks}_{Guid}' },
      { partition: '{Source}', row: '{Ticks}_{Guid}' },
    ],
  },
  {
    id: 'agent',
    title: 'Agent prefixes 1, 10, 100',
    properties: 'RoleInstance: String, 300 values\nMessage: String',
    patterns: 'Last hour | Time within 1h | 0.1/s\nLast 5 min | Time within 5m | 0.5/s',
    writes: '5000',
    days: '7',
    bytes: '800',
    designs: [
      { partition: '{Writer mod 1:D19}___{Ticks/1m}', row: '{RoleInstance}___{Ticks}_{Guid}' },
      { partition: '{Writer mod 10:D19}___{Ticks/1m}', row: '{RoleInstance}___{Ticks}_{Guid}' },
      { partition: '{Writer mod 100:D19}___{Ticks/1m}', row: '{RoleInstance}___{Ticks}_{Guid}' },
    ],
  },
  {
    id: 'compound',
    title: 'Compound key',
    properties: 'EmployeeId: String, 200,000 values\nYear: Int32, 10 values',
    patterns:
      'One review | EmployeeId == @employee and Year == @year | 5/s\nAll reviews of an employee | EmployeeId == @employee | 2/s',
    writes: '0.01',
    days: '1825',
    bytes: '2000',
    designs: [
      { partition: 'Sales', row: '{EmployeeId}_{Year:D4}' },
      { partition: '{EmployeeId}', row: '{Year:D4}' },
    ],
  },
  {
    id: 'twins',
    title: 'Twin rows for two queries',
    properties: 'RaceId: String, 50 values\nBib: Int32, 40,000 values\nAge: Int32, 80 values',
    patterns:
      'By bib | RaceId == @race and Bib == @bib | 20/s\nBy age | RaceId == @race and Age == @age | 5/s',
    writes: '10',
    days: '30',
    bytes: '300',
    designs: [
      { partition: '{RaceId}', row: 'BIB:{Bib:D5}__AGE:{Age:D3}' },
      { partition: '{RaceId}', row: 'AGE:{Age:D3}__BIB:{Bib:D5}' },
      { partition: '{RaceId}', row: 'BIB:{Bib:D5}__AGE:{Age:D3}', twin: 'AGE:{Age:D3}__BIB:{Bib:D5}' },
    ],
  },
  {
    id: 'wide',
    title: 'Wide entities',
    properties: 'Sensor: String, 1,000 values\nPoints: Double',
    patterns:
      'One sensor, last hour | Sensor == @sensor and Time within 1h | 5/s\nOne sensor, last day | Sensor == @sensor and Time within 24h | 1/s',
    writes: '16',
    days: '90',
    bytes: '3000',
    designs: [
      { partition: '{Sensor}', row: '{Unix/1m}' },
      { partition: '{Sensor}_{yyyyMMdd}', row: '{Unix/1m}' },
    ],
  },
];
