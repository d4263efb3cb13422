/** The properties of items that a line needs. */
export type Measure<Item> = {
  /** Command number; null if it has none or is unreadable. */
  commandOf: (item: Item) => number | null;
  bytesOf: (item: Item) => number;
};

/** For frames of both sockets, whose command is unencrypted. */
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
