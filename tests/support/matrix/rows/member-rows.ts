import type { Row } from "../walk.ts";

/** People of a site. */
export const memberRows: Readonly<Record<string, Row>> = {};
