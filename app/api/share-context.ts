import { createContext } from "react";

/** Reference of the share session; if set, API calls are made as the viewer of the share link. */
export const ShareContext = createContext<string | undefined>(undefined);
