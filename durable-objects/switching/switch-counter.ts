import { DurableObject } from "cloudflare:workers";
import {
  CHANGING_WINDOW_MS,
  MAX_CHANGED_SITES,
  maySwitch,
  recentlySwitched,
  type Switched,
} from "#domain/commands/switching-limit.ts";
import type { SwitchRpc } from "#protocol/switch-rpc.ts";
import { systemClock } from "../site/clock.ts";

const SWITCHED = "switched";
const CHANGED = "changed";
const CONFIRMED = "confirmed";

/**
 * Counts at how many sites a user switches equipment. There is one object for each user, because a site's object knows
 * nothing of the others. The count is stored, because memory is lost on eviction. A call writes one row.
 */
export class SwitchCounter extends DurableObject<Env> implements SwitchRpc {
  /** Counts a request to switch equipment at a site. Returns false if it needs a confirmation of identity. */
  async allow({ site, session }: { site: string; session: string }): Promise<boolean> {
    const { kv } = this.ctx.storage;
    const now = systemClock.now();
    const recent = recentlySwitched(kv.get<Switched>(SWITCHED) ?? {}, now);
    const confirmed = kv.get<Record<string, number>>(CONFIRMED) ?? {};
    if (!maySwitch(recent, site) && now >= (confirmed[session] ?? 0)) return false;
    kv.put(SWITCHED, { ...recent, [site]: now });
    return true;
  }

  /** Counts a change of settings at a site. Returns false if it needs a confirmation of identity. */
  async allowChange({ site, session }: { site: string; session: string }): Promise<boolean> {
    const { kv } = this.ctx.storage;
    const now = systemClock.now();
    const recent = recentlySwitched(kv.get<Switched>(CHANGED) ?? {}, now, CHANGING_WINDOW_MS);
    const confirmed = kv.get<Record<string, number>>(CONFIRMED) ?? {};
    if (!maySwitch(recent, site, MAX_CHANGED_SITES) && now >= (confirmed[session] ?? 0))
      return false;
    kv.put(CHANGED, { ...recent, [site]: now });
    return true;
  }

  /**
   * Records that a session has confirmed its user's identity.
   * @param until ms UTC
   */
  async confirm(session: string, until: number): Promise<void> {
    const { kv } = this.ctx.storage;
    const held = Object.entries(kv.get<Record<string, number>>(CONFIRMED) ?? {});
    const open = held.filter(([, end]) => end > systemClock.now());
    kv.put(CONFIRMED, { ...Object.fromEntries(open), [session]: until });
  }
}
