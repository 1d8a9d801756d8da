import { createContext, useContext } from 'react';

/** Opens the connect dialog. `then` runs once it has closed with an account connected, and never otherwise. */
export type ConnectDoor = (then?: () => void) => void;

const Door = createContext<ConnectDoor>(() => undefined);

export const ConnectDoorProvider = Door.Provider;

/** Opens the connect dialog from any view. */
export function useConnectDoor(): ConnectDoor {
  return useContext(Door);
}
