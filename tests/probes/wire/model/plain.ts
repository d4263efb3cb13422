/** What the model knows of frames: plain JSON as it crossed the line, nothing of the product's own reading of it. */
export type Value = number | string | null;
export type Json = Record<string, unknown>;

export type PlainRegister = {
  register: string;
  name?: string;
  kind: string;
  access: string;
  min?: number;
  max?: number;
  step?: number;
  precision?: number;
  options?: Record<string, string>;
};
export type PlainEquipment = {
  address: string;
  serial?: string;
  model?: string;
  alias?: string;
  typeCode?: string;
  registers: PlainRegister[];
};
export type PlainEvent = {
  address: string;
  eventNo: number;
  level: string;
  code?: string;
  message?: string;
  state: "raised" | "cleared";
  at: number;
};
export type PlainSampling = { sampleMs: number; uploadMs: number };

/** The instants of a 260. */
export function instantsOf(frame: Json): number[] {
  if (Array.isArray(frame.times)) return frame.times as number[];
  const { start, step = 0, count } = frame as { start: number; step?: number; count: number };
  return Array.from({ length: count }, (_, index) => start + index * step);
}
