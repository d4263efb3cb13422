import type { ChangeRecord, ChangeRequest } from "#domain/settings/change.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { SiteRpc } from "#protocol/site-rpc.ts";

/** A change that a site has begun. */
export type FleetChange = { siteId: number; request: ChangeRequest; until: number };

/** Time that a site takes for a change, ms. */
const CHANGE_MS = 2 * MINUTE_MS;

/** Sites as their objects answer. Each takes two minutes for a change and notes what reaches it. */
export class Fleet {
  readonly changes = new Map<string, FleetChange>();
  /** Sites that a change has reached. */
  readonly touched = new Set<number>();
  readonly values = new Map<number, number>();
  submissions = 0;
  dangers: readonly string[] = [];
  /** Whether the check of a change finds a reason against it. */
  refuses = (_siteId: number): boolean => false;
  fails = (_siteId: number): boolean => false;
  isSilent = (_siteId: number): boolean => false;
  /** Whether the second read finds another value. */
  putsBack = (_siteId: number): boolean => false;
  /** Called at the begin of each call of an object. */
  beforeCall = (_siteId: number): void => undefined;
  /** Called when a change was stored, before the answer is sent. */
  afterSubmit = (_siteId: number): void => undefined;
  now = () => 0;

  /** Number of sites at which a change runs. */
  get running(): number {
    const open = [...this.changes.values()].filter(({ until }) => this.now() < until);
    return new Set(open.map(({ siteId }) => siteId)).size;
  }

  site(siteId: number): SiteRpc {
    const find = (changeId: string) => this.changes.get(`${siteId} ${changeId}`);
    const answer = {
      checkChange: async () => {
        this.beforeCall(siteId);
        const refusals = this.refuses(siteId) ? [{ code: "outOfRange", address: null }] : [];
        return { refusals, dangers: this.dangers };
      },
      readChanges: async ({ changeId = "" }) => {
        this.beforeCall(siteId);
        const change = find(changeId);
        return {
          total: 0,
          faults: 0,
          changes: change === undefined ? [] : [this.#record(change)],
        };
      },
      submitChange: async (request: ChangeRequest) => {
        this.beforeCall(siteId);
        const before = find(request.changeId);
        if (before !== undefined) return { ok: true, change: this.#record(before) };
        this.submissions += 1;
        this.touched.add(siteId);
        if (this.isSilent(siteId)) throw new Error("no answer");
        const change = { siteId, request, until: this.now() + CHANGE_MS };
        this.changes.set(`${siteId} ${request.changeId}`, change);
        this.values.set(siteId, Number(request.items[0]?.value));
        this.afterSubmit(siteId);
        return { ok: true, change: this.#record(change) };
      },
    };
    return answer as unknown as SiteRpc;
  }

  #record({ siteId, request, until }: FleetChange): ChangeRecord {
    const isOver = this.now() >= until;
    const result = this.fails(siteId) ? "failed" : "success";
    const held = isOver ? !this.putsBack(siteId) : null;
    const [item] = request.items;
    return {
      ...{ changeId: request.changeId, state: isOver ? "ended" : "sent" },
      ...(isOver && { result }),
      items: [{ ...item, from: 1, result, held }],
    } as unknown as ChangeRecord;
  }
}
