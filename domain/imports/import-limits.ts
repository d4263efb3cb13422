import { DAY_MS, QUARTER_MS } from "../units/durations.ts";

/** Maximum size of an imported file, bytes. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** Maximum number of rows of an imported file. */
export const MAX_FILE_ROWS = 600_000;
/** Maximum number of columns of an imported file. */
export const MAX_FILE_COLUMNS = 400;
/** Maximum number of imports of a site at a time. */
export const MAX_LAYERS = 50;
/** Maximum number of stored values of all imports of a site: about ten years of four powers every five minutes. */
export const MAX_LAYER_VALUES = 6_000_000;
/** Maximum number of instants in one part of an import. */
export const MAX_PART_INSTANTS = 4_000;
/** Maximum number of parts of one import: each is one call, and a site may have 120 of them at once. */
export const MAX_PARTS = 600;
/** Maximum length of the name of an import, which is by default that of its file, characters. */
export const MAX_IMPORT_NAME = 120;
/** Earliest instant of imported data, ms UTC: the time zones of pages begin here. */
export const MIN_IMPORT_AT = Date.UTC(2000, 0);
/** Maximum time by which imported data may be ahead of the server, ms: a local day is stored as a whole. */
export const MAX_AHEAD_MS = 2 * DAY_MS;
/** Maximum power, W, or energy of a quarter of an hour, Wh: a gigawatt. */
export const MAX_IMPORT_VALUE = 1e9;
/** Energies are stored for quarters of an hour. */
export const ENERGY_STEP_MS = QUARTER_MS;
