import { logFailure } from "../log-failure.ts";

/** Who switches equipment. */
type Switching = { person: number; session: string };

/** Whether a user may switch equipment here: `confirm` where their identity has to be confirmed first. */
export type SwitchVerdict = "allowed" | "confirm" | "unavailable";

type Needs = {
  /** Counts it for the user, across all sites. */
  allow: (switching: Switching) => Promise<boolean>;
  inBackground: (work: Promise<void>) => void;
  /** Does something as the site's object does whatever it does. */
  resume: (work: () => void) => void;
};

/**
 * Asks before equipment is switched. Requests pass in the order in which they came, so that no "on" overtakes an "off".
 * One that waits here is not stored and was not answered: where the object restarts, its sender asks again.
 */
export class SwitchGate {
  readonly #needs: Needs;
  #last: Promise<void> = Promise.resolve();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  pass(switching: Switching, then: (verdict: SwitchVerdict) => void): void {
    const { inBackground, resume } = this.#needs;
    const verdict = this.#ask(switching);
    this.#last = this.#last.then(async () => {
      const known = await verdict;
      resume(() => then(known));
    });
    inBackground(this.#last);
  }

  async #ask(switching: Switching): Promise<SwitchVerdict> {
    try {
      return (await this.#needs.allow(switching)) ? "allowed" : "confirm";
    } catch (error) {
      logFailure("switching not counted", error);
      return "unavailable";
    }
  }
}
