import type { Row } from "../walk.ts";

/** What a site is dressed with: banner, pictures, tags, configs. */
export const dressRows: Readonly<Record<string, Row>> = {};
