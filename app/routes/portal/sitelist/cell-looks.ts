import type { SystemStyleObject } from "@chakra-ui/react";
import { type Column, USUAL_COLUMNS } from "./list-columns.ts";

type Cell = Column | "pick";

/** Looks of the cells of a column in the body of the table, or of what is in them. */
export type CellsOf = (
  column: Cell,
  looks: SystemStyleObject,
  inside?: string,
) => SystemStyleObject;

/** Where the usual columns stand: their cells need not say what they are. */
export const byPlace: CellsOf = (column, looks, inside = "") => {
  const place = USUAL_COLUMNS.indexOf(column as Column) + 1;
  return { [`& td:nth-of-type(${place})${inside}`]: looks };
};

export const byName: CellsOf = (column, looks, inside = "") => ({
  [`& td[data-column=${column}]${inside}`]: looks,
});
