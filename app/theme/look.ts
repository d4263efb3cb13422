import { createContext, useContext } from "react";

/** Address of the stylesheet; the same in the browser as on the server that made the page. */
export const LookContext = createContext<string | undefined>(undefined);

export function useLook(): string | undefined {
  return useContext(LookContext);
}
