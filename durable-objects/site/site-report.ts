import { z } from "zod";
import type { EventLevel } from "#domain/alarms/event.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { SiteEvent } from "#protocol/site-rpc.ts";
import type { Facts } from "./facts.ts";
import { readIdentity } from "./logger-identity.ts";
import type { NewEvent, Outbox } from "./outbox.ts";
import type { Clock, SiteState } from "./parts.ts";

const SITE_ID = "siteId";
/** Figures are told this often while samples come, in ms. */
const FIGURES_EVERY_MS = 5 * 60_000;
const WORST_FIRST: readonly EventLevel[] = ["fault", "warning", "info"];

const FIGURES = ["solar", "batterySoc", "grid", "load"] as const;

type Figures = Record<(typeof FIGURES)[number], number | null>;
type Told<Kind> = Omit<Extract<SiteEvent, { kind: Kind }>, "sequence">;
type Sources = {
  facts: Facts;
  clock: Clock;
  outbox: Outbox;
  state: SiteState;
  levels: () => readonly EventLevel[];
  newestSample: () => number | null;
};

/** Puts into the outbox what the site list shows: its status when that changes, its figures now and then. */
export class SiteReport {
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Which site this object is, as the Worker says. */
  learnSiteId(siteId: number): void {
    this.#sources.facts.write(SITE_ID, siteId);
  }

  /** Whether the status changed in any respect. Nothing is told of a site that never had a logger. */
  tellStatus(): boolean {
    const { facts, clock, outbox, state, levels } = this.#sources;
    const siteId = this.#siteId;
    if (siteId === null || state.since === 0) return false;
    const identity = readIdentity(facts);
    const present = levels();
    const event: Told<"status"> = {
      kind: "status",
      siteId,
      at: clock.now(),
      online: state.online,
      since: state.since,
      siteStatus: state.siteStatus,
      alarm: WORST_FIRST.find((level) => present.includes(level)) ?? "none",
      systemType: identity?.systemType ?? null,
      systemCode: identity?.systemCode ?? null,
    };
    if (isTold(event, outbox.newest("status"))) return false;
    outbox.put(event);
    return true;
  }

  /** Nothing is told before there is any figure. `last`: no sample is to be expected for now, so that nothing waits for the next one. */
  tellFigures(last = false): void {
    const { clock, outbox, state, newestSample } = this.#sources;
    const siteId = this.#siteId;
    const at = newestSample();
    if (siteId === null || at === null) return;
    const figure = (address: string) => toNumber(state.values.get(address)?.v);
    const figures: Figures = {
      solar: figure(SITE_ADDRESS.solarPower),
      batterySoc: figure(SITE_ADDRESS.batterySoc),
      grid: figure(SITE_ADDRESS.gridPower),
      load: figure(SITE_ADDRESS.loadPower),
    };
    const told = outbox.newest("figures");
    const isDue = clock.now() >= (outbox.putAt("figures") ?? 0) + FIGURES_EVERY_MS;
    if (!last && !isDue && !isFirstOfAny(figures, told)) return;
    if (told === undefined && FIGURES.every((name) => figures[name] === null)) return;
    const event: Told<"figures"> = { kind: "figures", siteId, at, ...figures };
    // Figures that stay the same are told all the same, for the list says how old they are.
    if (at !== told?.at || !isTold(event, told)) outbox.put(event);
  }

  get #siteId(): number | null {
    return this.#sources.facts.read(SITE_ID, z.int()) ?? null;
  }
}

/** A logger may begin with its settings: the first measured figure of any kind does not wait for its turn. */
function isFirstOfAny(figures: Figures, told: Told<"figures"> | undefined): boolean {
  return FIGURES.some((name) => figures[name] !== null && (told?.[name] ?? null) === null);
}

function toNumber(value: RegisterValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}

/** Whether the same was told before, whenever that was. */
function isTold(event: NewEvent, told: SiteEvent | undefined): boolean {
  const before: Record<string, unknown> = { ...told };
  return Object.entries(event).every(([name, value]) => name === "at" || before[name] === value);
}
