/** The only clock and random source inside a site's object. */
export interface Clock {
  /** ms UTC */
  now(): number;
  randomBytes(length: number): Uint8Array;
  /** In [0, 1); for sampling and jitter, never for secrets. */
  random(): number;
}

/** Many named timers over the object's one alarm. Persistent, at least once. */
export interface Timers {
  /** Sets or moves a timer; `at` in ms UTC. */
  set(name: string, at: number): void;
  cancel(name: string): void;
  isSet(name: string): boolean;
}
