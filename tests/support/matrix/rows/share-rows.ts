import type { Row } from "../walk.ts";

/** Links of a site. */
export const shareRows: Readonly<Record<string, Row>> = {};
