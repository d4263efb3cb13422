import { z } from "zod";

/** Maximum rows of a page. */
const MAX_SIZE = 100;

/** Input of a page of a list that continues after the last row of the page before. */
export const cursorPage = <Cursor extends z.ZodType>(cursor: Cursor) =>
  z.object({
    after: cursor.nullable().default(null).describe("`next` of the previous page; null begins"),
    size: z.int().min(1).max(MAX_SIZE).default(20),
  });

/** Answer of such a page. */
export const listedAfter = <Row extends z.ZodType, Cursor extends z.ZodType>(
  row: Row,
  cursor: Cursor,
) => z.object({ list: z.array(row), next: cursor.nullable().describe("Null on the last page") });
