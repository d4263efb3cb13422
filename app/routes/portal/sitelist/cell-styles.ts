import type { SystemStyleObject } from "@chakra-ui/react";
import { type Column, USUAL_COLUMNS } from "./list-columns.ts";

type Cell = Column | "pick";

/** Styles of the cells of a column in the body of the table, or of elements in them. */
export type CellsOf = (
  column: Cell,
  styles: SystemStyleObject,
  inside?: string,
) => SystemStyleObject;

/** Cells of the usual columns, which are recognized by their position and need no label. */
export const byPlace: CellsOf = (column, styles, inside = "") => {
  const place = USUAL_COLUMNS.indexOf(column as Column) + 1;
  return { [`& td:nth-of-type(${place})${inside}`]: styles };
};

export const byName: CellsOf = (column, styles, inside = "") => ({
  [`& td[data-column=${column}]${inside}`]: styles,
});
