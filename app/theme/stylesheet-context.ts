import { createContext, useContext } from "react";

/** Address of the stylesheet; the same in the browser as on the server that made the page. */
export const StylesheetContext = createContext<string | undefined>(undefined);

export function useStylesheet(): string | undefined {
  return useContext(StylesheetContext);
}
