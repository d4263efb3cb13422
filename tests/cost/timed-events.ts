/** Events so far, by kind. */
type Mark = ReadonlyMap<string, number>;

/** How long events took in this process, ms, by kind. */
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

  mark(): Mark {
    return new Map([...this.#times].map(([kind, times]) => [kind, times.length]));
  }

  /**
   * What events since a mark took together. `quartile`: each as if it had taken the lower quartile of its kind, which
   * leaves out what else the machine did; `mean`: each as long as it took.
   */
  since(mark: Mark): { quartile: number; mean: number } {
    let [quartile, mean] = [0, 0];
    for (const [kind, all] of this.#times) {
      const times = all.slice(mark.get(kind) ?? 0);
      quartile += times.length * quartileOf(times);
      for (const time of times) mean += time;
    }
    return { quartile, mean };
  }
}

function quartileOf(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 4)] ?? 0;
}
