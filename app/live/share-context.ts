import { createContext } from "react";

/** By which the session of a site's link is known, where somebody looks through one: calls are made as its viewer. */
export const ShareContext = createContext<string | undefined>(undefined);
