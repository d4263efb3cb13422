import { seededRandom } from "#simulator/random.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { StoreModel } from "../../support/store-model.ts";

export type TakenBatch = { id: string; times: number[]; values: Record<string, number[]> };

const REGISTERS = ["FFFF000100", "FFFF000120", "0033110107"];
/** So often something that was answered is sent again. */
const AGAIN = 0.1;

/** All batches of the loggers of one site: new, unanswered and acknowledged. */
export class Ledger {
  readonly faults: string[] = [];
  /** What must be in the store. */
  readonly #acknowledged = new StoreModel();
  readonly #left: TakenBatch[] = [];
  readonly #recent: TakenBatch[] = [];
  /** Its own, so that how many batches there was time for changes nothing else of a run. */
  readonly #chance: Chance;
  /** How many frames brought each register's instant. */
  readonly #brought = new Map<string, number>();
  #made = 0;
  #answers = 0;
  #resent = 0;

  constructor(seed: number) {
    this.#chance = new Chance(seededRandom(seed));
  }

  get batches(): number {
    return this.#made;
  }

  get answers(): number {
    return this.#answers;
  }

  /** Batches that one connection sent, and another had to send again. */
  get resent(): number {
    return this.#resent;
  }

  /** Whether no batch has to be sent again. */
  get isEmpty(): boolean {
    return this.#left.length === 0;
  }

  next(now: number): TakenBatch {
    const left = this.#left.shift();
    if (left !== undefined) return left;
    if (this.#recent.length > 0 && this.#chance.happens(AGAIN)) {
      this.#made += 1;
      return { ...this.#chance.oneOf(this.#recent), id: `again-${this.#made}` };
    }
    return this.#make(now);
  }

  /** Batches that an ended connection left unanswered go to the next logger. */
  leave(batches: readonly TakenBatch[]): void {
    this.#left.push(...batches);
    this.#resent += batches.length;
  }

  /** A frame with this batch went out. */
  sent({ times, values }: TakenBatch): void {
    for (const address of Object.keys(values))
      for (const at of times) {
        const value = `${address} ${at}`;
        this.#brought.set(value, (this.#brought.get(value) ?? 0) + 1);
      }
  }

  /** How many frames brought the value of a register and instant. */
  brought(address: string, at: number): number {
    return this.#brought.get(`${address} ${at}`) ?? 0;
  }

  acknowledged(batch: TakenBatch): void {
    this.#answers += 1;
    this.#recent.push(batch);
    if (this.#recent.length > 20) this.#recent.shift();
    for (const [address, column] of Object.entries(batch.values))
      batch.times.forEach((at, index) => {
        this.#acknowledged.take(address, at, column[index] ?? 0);
      });
  }

  fault(what: string): void {
    this.faults.push(what);
  }

  /** What was acknowledged and is not stored, in words; null where there is nothing. */
  findLost(stored: Parameters<StoreModel["findMissing"]>[0]): string | null {
    return this.#acknowledged.findMissing(stored);
  }

  /** The first difference between what was acknowledged and what is stored; null where there is none. */
  compare(stored: Parameters<StoreModel["compare"]>[0]): string | null {
    return this.#acknowledged.compare(stored);
  }

  get size(): number {
    return this.#acknowledged.size;
  }

  #make(now: number): TakenBatch {
    const chance = this.#chance;
    this.#made += 1;
    const count = chance.between(1, 4);
    // Instants of other batches' gaps too: what is older is stored like what is newer.
    const start = now - chance.below(20) * 1_000_003;
    const times = Array.from({ length: count }, (_, index) => start + index);
    const columns = REGISTERS.map((address) => [
      address,
      times.map(() => chance.below(1_000_000) / 1_000),
    ]);
    return { id: `b-${this.#made}`, times, values: Object.fromEntries(columns) };
  }
}
