import { type ChangeRefusal, checkDirect } from "#domain/settings/check-change.ts";
import { startDirectChange } from "#domain/settings/tracked-change.ts";
import type { CommandIssuer, CommandOrder, EnqueueResult } from "../commands/command-order.ts";
import type { CommandQueue } from "../commands/command-queue.ts";
import type { Clock } from "../interfaces.ts";
import { factsOf } from "./change-progress.ts";
import type { ChangeStore } from "./change-store.ts";
import type { SiteChanges } from "./site-changes.ts";

type Deps = {
  changes: SiteChanges;
  store: ChangeStore;
  queue: CommandQueue;
  clock: Pick<Clock, "now">;
  takeSnapshot: () => void;
  /** Whether the logger has the feature `revert`. */
  hasRevert: () => boolean;
  newCommandId: () => string;
};

/** Gives the commands of viewers' sockets to the queue. They pass the checks of changes and are recorded as changes. */
export class DirectCommands {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Checks, stores and sends commands.
   * @param respond called with the result before anything is sent
   */
  issue(
    issuer: CommandIssuer,
    order: CommandOrder,
    respond: (
      result: EnqueueResult | { ok: false; reason: "refused"; refusal: ChangeRefusal },
    ) => void,
  ): void {
    const { changes, clock, newCommandId, queue, store, takeSnapshot } = this.#deps;
    if (queue.knows(order)) {
      queue.enqueue(issuer, order, respond);
      return;
    }
    const facts = changes.facts({
      session: issuer.session,
      isAdvanced: issuer.skipsPassword ?? false,
    });
    const [refusal] = checkDirect({ items: [...order.items] }, facts);
    if (refusal !== undefined) {
      respond({ ok: false, reason: "refused", refusal });
      return;
    }
    const changeId = newCommandId();
    const items = order.items.map(({ address, value }) => ({ address, value }));
    const isOnce = order.kind === "once";
    const canRevert = !isOnce && this.#deps.hasRevert();
    const { revertAfter } = canRevert ? changes.withRevert({ changeId, items }, facts) : {};
    const owned = { ...order, change: changeId, revertAfter };
    queue.enqueue(issuer, owned, (result) => {
      respond(result);
      if (!result.ok) return;
      const queued = result.started.filter(({ state }) => state === "queued");
      if (queued.length === 0) return;
      takeSnapshot();
      const request = {
        changeId,
        items: queued.map(({ address, value }) => ({ address, value })),
        revertAfter,
      };
      const given = {
        request,
        facts: queued.map(({ address, value }) => factsOf(address, value, facts)),
        by: issuer.name,
        commandIds: queued.map(({ commandId }) => commandId),
        isRevertible: revertAfter !== undefined,
      };
      const { person, session, rightsVersion } = issuer;
      const tracked = startDirectChange(given, clock.now());
      store.insert({ person, session, rightsVersion, read: null, tracked });
    });
  }
}
