import { Agent, request } from "node:http";
import type { SamplePeriod, TiledHousehold } from "./tiled-household.ts";

/** A query for one register's past. */
export type Question = {
  site: number;
  /** Places of channels. */
  channels: readonly number[];
  /** ms UTC, the latter not included, multiples of the bucket. */
  from: number;
  until: number;
  /** ms; null: every sample. */
  bucketMs: number | null;
};
/** Averages of buckets, or samples, of each channel asked for, with what a chart needs besides. */
export type Curve = { at: number[]; value: number[] };

/** One of those that are measured beside each other. */
export type System = {
  name: string;
  /** Process ids of what answers. */
  processes: readonly number[];
  load(site: number, household: TiledHousehold, period: SamplePeriod): Promise<void>;
  /** Everything that was loaded lies as it lies when nothing more comes. */
  settle(): Promise<void>;
  ask(question: Question): Promise<{ ms: number; body: Buffer }>;
  /** What an answer says, for a look whether all say the same. */
  read(question: Question, body: Buffer): Curve[];
  stop(): Promise<void>;
  /** Of all that is stored; to be asked after `stop`. */
  bytes(): number;
};

export type Call = {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
};

class ConnectionEnded extends Error {}

/** One kept connection, as a page has; what is timed ends with the last byte of the answer. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** @throws on any answer that is not of the 200s */
  call(what: Call): Promise<{ ms: number; body: Buffer }> {
    // A kept connection may end just when it is used again.
    return this.#call(what).catch((error) => {
      if (!(error instanceof ConnectionEnded)) throw error;
      return this.#call(what);
    });
  }

  #call({ url, method = "GET", headers = {}, body }: Call): Promise<{ ms: number; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const began = performance.now();
      const asked = request(url, { agent: this.#agent, method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () => {
          const ms = performance.now() - began;
          const whole = Buffer.concat(parts);
          const status = answer.statusCode ?? 0;
          if (status < 200 || status > 299)
            reject(new Error(`${url} answered ${status}: ${whole.toString("utf8", 0, 300)}`));
          else resolve({ ms, body: whole });
        });
      });
      asked.on("error", (error) => reject(asked.reusedSocket ? new ConnectionEnded() : error));
      asked.end(body);
    });
  }

  end(): void {
    this.#agent.destroy();
  }
}
