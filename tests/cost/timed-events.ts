/**
 * How long events took in this process, ms, by kind. Of each kind the lower quartile counts: what a machine that does
 * other things besides adds says nothing of the platform.
 */
export class TimedEvents {
  readonly #times = new Map<string, number[]>();

  async time<Result>(kind: string, work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    const result = await work();
    const times = this.#times.get(kind) ?? [];
    times.push(performance.now() - begun);
    this.#times.set(kind, times);
    return result;
  }

  get total(): number {
    let sum = 0;
    for (const times of this.#times.values()) sum += times.length * quartileOf(times);
    return sum;
  }
}

function quartileOf(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 4)] ?? 0;
}
