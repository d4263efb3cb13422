import { COUNTED_FOR_MS } from "#domain/commands/switching-limit.ts";
import { logFailure } from "../log-failure.ts";

/** Maximum number of sessions that are remembered. */
const MAX_COUNTED = 1_000;

/** The user who switches equipment. */
export type Switching = { person: number; session: string };

/**
 * Verdict on a request to switch equipment: `confirm` if users have to confirm their identity first, `unavailable` if
 * the counter did not answer.
 */
export type SwitchVerdict = "allowed" | "confirm" | "unavailable";

type Deps = {
  /** Counts the switching for the user across all sites. */
  allow: (switching: Switching) => Promise<boolean>;
  /** Counts the sites whose settings the user changes. */
  allowChange: (switching: Switching) => Promise<boolean>;
  now: () => number;
  inBackground: (work: Promise<void>) => void;
  /** Runs work like any event of the site's object. */
  runEvent: (work: () => void) => void;
};

/**
 * Asks the user's counter before equipment is switched. Requests pass in the order in which they arrive, so that no
 * "on" overtakes an "off". A waiting request is neither stored nor answered: if the object restarts, its sender repeats
 * it.
 */
export class SwitchGate {
  readonly #deps: Deps;
  #last: Promise<void> = Promise.resolve();
  /** When the site of an allowed change is counted again, ms UTC, by session. */
  readonly #counted = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Asks the counters of switched and of changed sites.
   * @param then receives the verdict, after those of all earlier requests
   */
  pass(switching: Switching, then: (verdict: SwitchVerdict) => void): void {
    const { inBackground, runEvent } = this.#deps;
    const verdict = this.#askBoth(switching);
    this.#last = this.#last.then(async () => {
      const known = await verdict;
      runEvent(() => then(known));
    });
    inBackground(this.#last);
  }

  /**
   * Asks the counter of changed sites, at most once in `COUNTED_FOR_MS` for each session.
   * @param then receives the verdict; at once if the site is counted already
   */
  passChange(switching: Switching, then: (verdict: SwitchVerdict) => void): void {
    const { inBackground, runEvent } = this.#deps;
    if (this.#isCounted(switching)) {
      then("allowed");
      return;
    }
    inBackground(this.#askChange(switching).then((verdict) => runEvent(() => then(verdict))));
  }

  #isCounted({ session }: Switching): boolean {
    return (this.#counted.get(session) ?? 0) > this.#deps.now();
  }

  async #askBoth(switching: Switching): Promise<SwitchVerdict> {
    const verdict = await this.#ask(switching);
    if (verdict !== "allowed" || this.#isCounted(switching)) return verdict;
    return this.#askChange(switching);
  }

  async #askChange(switching: Switching): Promise<SwitchVerdict> {
    const { allowChange, now } = this.#deps;
    const verdict = await this.#ask(switching, allowChange);
    if (this.#counted.size >= MAX_COUNTED) this.#counted.clear();
    if (verdict === "allowed") this.#counted.set(switching.session, now() + COUNTED_FOR_MS);
    return verdict;
  }

  async #ask(switching: Switching, allow = this.#deps.allow): Promise<SwitchVerdict> {
    try {
      return (await allow(switching)) ? "allowed" : "confirm";
    } catch (error) {
      logFailure("switching not counted", error);
      return "unavailable";
    }
  }
}
