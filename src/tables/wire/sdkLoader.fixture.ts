import type { ConnectionOptions } from '../connection/connection.ts';
import * as sdkTransport from './sdkTransport.ts';

/** The SDK without the loading of its chunk, which a virtual clock could not wait for. */
export const loadSdk: NonNullable<ConnectionOptions['loadSdk']> = () => Promise.resolve(sdkTransport);
