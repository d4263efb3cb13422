/** What happened at the device, in order; instants by the server's clock, ms UTC. */
export type DeviceEntry =
  | { kind: "sent"; at: number; id: string; line: number; expires: number }
  | { kind: "executed"; at: number; id: string; address: string; value: number }
  | { kind: "acknowledged"; at: number; id: string }
  | { kind: "read"; at: number; values: Record<string, number | null> }
  /** The device or a user at its panel changed a register. */
  | { kind: "edited"; at: number; address: string };
export type Diary = DeviceEntry[];
