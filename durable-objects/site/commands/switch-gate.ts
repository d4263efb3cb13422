import { logFailure } from "../log-failure.ts";

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

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Asks the counter.
   * @param then receives the verdict, after those of all earlier requests
   */
  pass(switching: Switching, then: (verdict: SwitchVerdict) => void): void {
    const { inBackground, runEvent } = this.#deps;
    const verdict = this.#ask(switching);
    this.#last = this.#last.then(async () => {
      const known = await verdict;
      runEvent(() => then(known));
    });
    inBackground(this.#last);
  }

  async #ask(switching: Switching): Promise<SwitchVerdict> {
    try {
      return (await this.#deps.allow(switching)) ? "allowed" : "confirm";
    } catch (error) {
      logFailure("switching not counted", error);
      return "unavailable";
    }
  }
}
