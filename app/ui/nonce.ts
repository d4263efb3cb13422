import { createContext, useContext } from "react";

/** The page's script nonce. The browser hides it from scripts, so it is known only while rendering on the server. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
