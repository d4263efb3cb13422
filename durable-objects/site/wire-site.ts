import { sendMessages } from "#protocol/queue-batches.ts";
import { type SiteLimitEvent, type SiteMetricsEvent, siteLimitEvent } from "#protocol/site-rpc.ts";
import type { SwitchGate } from "./commands/switch-gate.ts";
import { AdmittedAddresses } from "./equipment/admitted-addresses.ts";
import { EquipmentRecord } from "./equipment/equipment-record.ts";
import { JudgedRegisters } from "./equipment/judged-registers.ts";
import { ErrorList } from "./errors/error-list.ts";
import { EventDelivery, readDeliveries } from "./event-delivery.ts";
import { Facts } from "./facts.ts";
import { logFailure } from "./log-failure.ts";
import { LoggerBudgets } from "./logger-budgets.ts";
import { LoggerIntake } from "./logger-intake.ts";
import { LoggerLink, type Sockets } from "./logger-link.ts";
import { Outbox } from "./outbox.ts";
import type { Clock } from "./parts.ts";
import { Presence } from "./presence.ts";
import { SamplingDemand } from "./sampling-demand.ts";
import { SERIES_LIMITS } from "./series/limits.ts";
import { SeriesStore } from "./series/series-store.ts";
import { SiteRecord } from "./site-record.ts";
import { HELD_BACK_TIMER, SiteReport } from "./site-report.ts";
import { EquipmentStates } from "./states/equipment-states.ts";
import { StateLog } from "./states/state-log.ts";
import { STATES_TIMER, StateUpkeep } from "./states/state-upkeep.ts";
import { AlarmTimers } from "./timers.ts";
import { UnlinkedModule } from "./unlinked-module.ts";
import { wireViewers } from "./viewers/wire-viewers.ts";

export type SiteParts = ReturnType<typeof wireSite>;

/** All parts of a site's object, each given what it needs. */
export function wireSite(
  { storage, ...sockets }: Sockets & { storage: DurableObjectStorage },
  events: Queue,
  clock: Clock,
  inBackground: (work: Promise<void>) => void,
  gate: SwitchGate,
) {
  const { sql } = storage;
  const facts = new Facts(sql);
  const timers = new AlarmTimers(storage, clock);
  const stored = readDeliveries(sql);
  const outbox = new Outbox(sql, clock, (event) => sendMessages(events, [event]), stored);
  const notices = new EventDelivery<SiteLimitEvent>(
    { sql, clock },
    siteLimitEvent,
    stored.get("limited"),
    (event) => sendMessages(events, [event]),
  );
  const presence = new Presence(facts, clock);
  const equipment = new EquipmentRecord(facts);
  const states = new EquipmentStates(sql);
  const stateLog = new StateLog(sql);
  const errors = new ErrorList(sql, facts);
  const judged = new JudgedRegisters(equipment);
  const series = new SeriesStore(storage, clock, SERIES_LIMITS, (address) => judged.has(address));
  const demand = new SamplingDemand(facts, clock, () => viewers.hub.demand());
  const state = new SiteRecord({ presence, equipment, states, errors, series, demand });
  const budgets: LoggerBudgets = new LoggerBudgets({
    facts,
    clock,
    notify(budget) {
      const { siteId } = report;
      if (siteId !== null) notices.put({ kind: "limited", siteId, at: clock.now(), budget });
    },
  });
  const report: SiteReport = new SiteReport({
    facts,
    clock,
    outbox,
    state,
    budgets,
    timers,
    levels: () => errors.levels(),
    newestSample: () => series.newestAt,
    idleSampling: () => demand.idle,
    sendMetrics: (metrics) => inBackground(sendOnce(events, metrics)),
  });
  const link: LoggerLink = new LoggerLink({
    sockets,
    clock,
    presence,
    demand,
    unlinked: new UnlinkedModule(facts, clock),
    budgets,
    intake: () => intake,
    presenceChanged() {
      report.tellStatus();
      if (!presence.online) report.publishMetrics();
      viewers.hub.statusChanged(state.equipment.map(({ address }) => address));
    },
  });
  const viewers = wireViewers({
    sockets,
    storage,
    clock,
    timers,
    site: state,
    logger: link,
    gate,
    demandChanged: () => link.offerSampling(),
    lookAgain: () => link.judge(),
  });
  const intake: LoggerIntake = new LoggerIntake({
    clock,
    facts,
    equipment,
    admitted: new AdmittedAddresses(sql),
    states,
    stateLog,
    stateWritten: () => upkeep.noteWritten(),
    errors,
    series,
    report,
    audience: viewers.hub,
    commands: viewers.commands,
    budgets,
    welcomed: () => link.judge(),
  });
  const upkeep = new StateUpkeep({ clock, timers, stateLog, retention: series.retention });
  const deliver = () =>
    inBackground(Promise.all([outbox.flush(), notices.flush()]).then(() => timers.arm()));
  for (const [name, ring] of viewers.timers) timers.handle(name, ring);
  timers.derive("presence", { due: (now) => link.nextLook(now), run: () => link.judge() });
  timers.derive("connect", { due: () => link.connectDueAt(), run: () => link.passTime() });
  timers.derive("linger", { due: () => demand.lingersUntil(), run: () => link.offerSampling() });
  timers.derive("reminder", {
    due: () => report.nextReminder(link.polledAt),
    run: () => report.remind(),
  });
  timers.derive("outbox", { due: deliveryDue, run: deliver });
  timers.handle(HELD_BACK_TIMER, () => void report.tellStatus());
  timers.handle(STATES_TIMER, () => upkeep.step());
  timers.derive("compaction", {
    due: (now) => (series.compactionDue ? now : null),
    run: () => void series.compact(),
  });
  timers.derive("forgetting", {
    due: () => series.retention.dueAt,
    run: () => series.forget(),
  });

  function deliveryDue(): number | null {
    const dues = [outbox.due(), notices.due()].filter((due) => due !== null);
    return dues.length === 0 ? null : Math.min(...dues);
  }

  /** After whatever happened: what is due for the rest of the system goes, and the alarm is set for what comes next. */
  function settle(): void {
    const due = deliveryDue();
    if (due !== null && due <= clock.now()) deliver();
    timers.arm();
  }
  return { timers, state, report, link, series, stateLog, viewers, settle };
}

/** Sends an event once: metrics that are lost are read again by the next poll. */
async function sendOnce(events: Queue, event: SiteMetricsEvent): Promise<void> {
  try {
    await sendMessages(events, [event]);
  } catch (error) {
    logFailure("site metrics not sent", error);
  }
}
