/** What a line has to know of what passes over it. */
export type Measure<Item> = {
  /** Number of its command; null where it has none, or none can be read. */
  commandOf: (item: Item) => number | null;
  bytesOf: (item: Item) => number;
};

/** Frames of either socket: their command stands in clear. */
export const FRAME_MEASURE: Measure<string> = {
  commandOf: (text) => {
    try {
      const frame: unknown = JSON.parse(text);
      const command = typeof frame === "object" && frame !== null && "cmd" in frame && frame.cmd;
      return typeof command === "number" ? command : null;
    } catch {
      return null;
    }
  },
  bytesOf: (text) => text.length,
};
