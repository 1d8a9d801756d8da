/** The instant of most examples, and an id in them. */
export const TIME = '2024-03-05T10:17:42.1234567Z';
export const GUID = '0b2c1f6e-0c5b-4b3e-9d3a-1f2e3d4c5b6a';
