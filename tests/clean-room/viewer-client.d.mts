import type { EventEmitter } from "node:events";

type Value = number | string | null;

export type Command = {
  commandId: string;
  by: string;
  address: string;
  value: Value;
  at: number;
  state: string;
  result?: string;
  readBack?: Value;
  expires: number;
};

export type Control = AsyncIterable<Command> & {
  commandId: string;
  answer: Promise<Command>;
  ended: Promise<Command>;
  records: Command[];
};

export type Site = {
  role: number;
  online: boolean;
  since: number;
  siteStatus: string;
  equipment: Map<string, { address: string; serial?: string; status?: string; online: boolean }>;
  values: Map<string, { v: Value; at: number }>;
  errors: { eventNo: number; address: string; message: string }[];
  commands: Map<string, Command>;
  sampling: { sampleMs: number; uploadMs: number };
  value(address: string): Value | undefined;
  serverTime(): number;
  deviceTime(): number;
};

export class Viewer extends EventEmitter {
  readonly site: Site;
  readonly state: string;
  readonly retries: number;
  readonly received260: number;
  ready(withinMs?: number): Promise<void>;
  until(test: (site: Site, viewer: Viewer) => unknown, withinMs: number): Promise<void>;
  init(): void;
  leave(): void;
  kill(): void;
  realData(): Promise<{ values: Record<string, Value> }>;
  query(addresses: string[]): Promise<{ values: Record<string, Value> }>;
  tree(): Promise<unknown[]>;
  sampling(): Promise<{ sampleMs: number; uploadMs: number }>;
  control(
    address: string,
    value: Value,
    options?: { commandId?: string; noRepeat?: boolean; expires?: number },
  ): Control;
  controlAll(items: { address: string; value: Value; commandId?: string }[]): Control[];
}

export function openViewer(
  options: { url: string; token: string } & Record<string, unknown>,
): Viewer;

export function login(options: {
  url: string;
  account: string;
  password: string;
}): Promise<{ token: string; userInfo: Record<string, unknown> }>;
