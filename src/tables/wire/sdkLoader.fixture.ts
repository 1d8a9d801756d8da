import type { ConnectionOptions } from '../connection/connection.ts';
import * as sdkTransport from './sdkTransport.ts';

/** The SDK without its chunk: available at once, on a virtual clock too. */
export const loadSdk: NonNullable<ConnectionOptions['loadSdk']> = () => Promise.resolve(sdkTransport);
