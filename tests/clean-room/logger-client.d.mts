import type { EventEmitter } from "node:events";

type Value = number | string | null;

export type Frame = { cmd: number; id?: string; [field: string]: unknown };

export class Logger extends EventEmitter {
  readonly state: string;
  readonly memory: unknown;
  /** `backlog` is what the connect frame says of the held batches. */
  readonly batches: { backlog: () => object | null };
  readonly device: {
    written: unknown[];
    set(values: Record<string, Value>): void;
    sample(at: number): Record<string, Value>;
  };
  readonly sampling: { sampleMs: number; uploadMs: number };
  readonly storedThrough: number | null;
  ready(withinMs: number): Promise<void>;
  next(test: (frame: Frame, direction: "in" | "out") => boolean, withinMs: number): Promise<Frame>;
  now(): number;
  held(): unknown[];
  push(values: Record<string, Value>, at?: number): void;
  upload(): void;
  pushBatch(batch: {
    times?: number[];
    start?: number;
    step?: number;
    count?: number;
    values: Record<string, Value[]>;
  }): string[];
  raise(event: object): void;
  clear(event: { address: string; eventNo: number }): void;
  setStatus(address: string, status: string): void;
  send(frame: object): void;
  sendRaw(text: string): void;
  setControls(mode: string | object): void;
  freeze(options?: { deaf?: boolean }): void;
  thaw(): void;
  kill(options?: { stay?: boolean }): void;
  stop(): void;
}

export function openLogger(
  options: { url: string; serial: string; secret: string } & Record<string, unknown>,
): Logger;
