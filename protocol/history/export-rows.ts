/** Query for one part of the rows of an export. */
export type ExportRowsQuery = {
  /** Registers of the columns, in their order. */
  addresses: readonly string[];
  /** ms UTC */
  from: number;
  /** ms UTC, not included */
  until: number;
  /** Length of the averaged intervals, ms; null for every sample. */
  intervalMs: number | null;
  /** IANA name of the site's zone, by whose clocks intervals begin. */
  timeZone: string;
};

/** Values of one column: numbers with NaN for a missing one, or numbers and texts. */
export type ExportValues = Float64Array | readonly (number | string | null)[];

/** Rows of an export. */
export type ExportRows = {
  /** Instants of the rows, ms UTC, ascending. */
  at: Float64Array;
  /** One list for each column, as long as `at`. */
  columns: readonly ExportValues[];
  /** Instant at which the next part begins, ms UTC; null after the last one. */
  next: number | null;
};

/** A register that can be exported. */
export type ExportRegister = {
  address: string;
  /** Key of the name in the catalogue, or the name from the logger; null without a name. */
  name: string | null;
  unit: string | null;
  /** Alias, else model, of the equipment; null for the site as a whole or without either. */
  equipment: string | null;
  isText: boolean;
};
