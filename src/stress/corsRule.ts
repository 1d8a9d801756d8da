import { type CorsAllowed, READING } from '../features/connect/fixes.ts';

/** What the CORS rule of this page must allow, besides reading. */
export const WRITING: CorsAllowed = {
  methods: [...READING.methods, 'POST', 'PUT', 'MERGE', 'DELETE'],
  headers: [...READING.headers, 'content-type', 'if-match', 'prefer'],
};
