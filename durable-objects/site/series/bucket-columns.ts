/** The sums of each bucket that a curve shows, by bucket index; a count of 0 is an empty bucket. */
export type BucketSums = {
  readonly count: Float64Array;
  readonly sum: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** Instants of the first and the last sample, ms UTC. */
  readonly firstAt: Float64Array;
  readonly lastAt: Float64Array;
  /**
   * Value × ms that samples held in the bucket, and for how long they did: the time-weighted average is `area / held`.
   */
  readonly area: Float64Array;
  readonly held: Float64Array;
};

const COLUMNS = 8;

/** The sums of one register while samples and rollups are added. */
export class BucketColumns implements BucketSums {
  readonly count: Float64Array;
  readonly sum: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly firstAt: Float64Array;
  readonly lastAt: Float64Array;
  readonly area: Float64Array;
  readonly held: Float64Array;
  isEmpty = true;

  constructor(length: number) {
    const size = Math.max(0, length);
    // One buffer for all columns: an answer needs hundreds of columns.
    const buffer = new Float64Array(COLUMNS * size);
    let columns = 0;
    const column = () => buffer.subarray(columns * size, ++columns * size);
    this.count = column();
    this.sum = column();
    this.min = column();
    this.max = column();
    this.firstAt = column();
    this.lastAt = column();
    this.area = column();
    this.held = column();
  }

  /** Adds samples that follow everything in their bucket. */
  add(
    place: number,
    count: number,
    sum: number,
    min: number,
    max: number,
    firstAt: number,
    lastAt: number,
  ): void {
    const held = this.count[place] ?? 0;
    if (held === 0) {
      this.isEmpty = false;
      this.min[place] = min;
      this.max[place] = max;
      this.firstAt[place] = firstAt;
    } else {
      if (min < (this.min[place] ?? min)) this.min[place] = min;
      if (max > (this.max[place] ?? max)) this.max[place] = max;
    }
    this.lastAt[place] = lastAt;
    this.count[place] = held + count;
    this.sum[place] = (this.sum[place] ?? 0) + sum;
  }

  /**
   * Adds the area of a value that held in a bucket, and its duration, ms.
   * @param area value × ms
   */
  addHeld(place: number, area: number, ms: number): void {
    this.area[place] = (this.area[place] ?? 0) + area;
    this.held[place] = (this.held[place] ?? 0) + ms;
  }

  /** Returns all buckets but the first, which exists only so that its last value can hold on into the second. */
  withoutFirst(): BucketSums {
    return {
      count: this.count.subarray(1),
      sum: this.sum.subarray(1),
      min: this.min.subarray(1),
      max: this.max.subarray(1),
      firstAt: this.firstAt.subarray(1),
      lastAt: this.lastAt.subarray(1),
      area: this.area.subarray(1),
      held: this.held.subarray(1),
    };
  }
}
