import { createContext, useContext } from "react";

/** Address of the stylesheet; equal in the browser and on the server that rendered the page. */
export const StylesheetContext = createContext<string | undefined>(undefined);

export function useStylesheet(): string | undefined {
  return useContext(StylesheetContext);
}
