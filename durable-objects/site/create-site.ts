import { sendMessages } from "#protocol/queue-batches.ts";
import { type SiteLimitEvent, type SiteMetricsEvent, siteLimitEvent } from "#protocol/site-rpc.ts";
import type { SwitchGate } from "./commands/switch-gate.ts";
import { AdmittedAddresses } from "./equipment/admitted-addresses.ts";
import { EquipmentRecord } from "./equipment/equipment-record.ts";
import { StaleCheckedRegisters } from "./equipment/stale-checked-registers.ts";
import { ErrorList } from "./errors/error-list.ts";
import { EventDelivery, readDeliveries } from "./event-delivery.ts";
import type { Clock } from "./interfaces.ts";
import { KeyValueStore } from "./key-value-store.ts";
import { logFailure } from "./log-failure.ts";
import { LoggerBudgets } from "./logger-budgets.ts";
import { LoggerEffectHandler } from "./logger-effect-handler.ts";
import { LoggerLink, type Sockets } from "./logger-link.ts";
import { Outbox } from "./outbox.ts";
import { Presence } from "./presence.ts";
import { SamplingPolicy } from "./sampling-policy.ts";
import { SERIES_LIMITS } from "./series/limits.ts";
import { SeriesStore } from "./series/series-store.ts";
import { HELD_BACK_TIMER, SiteEventPublisher } from "./site-event-publisher.ts";
import { SiteStateView } from "./site-state-view.ts";
import { EquipmentStates } from "./states/equipment-states.ts";
import { StateLog } from "./states/state-log.ts";
import { STATES_TIMER, StatePruner } from "./states/state-pruner.ts";
import { StatusRepeats } from "./states/status-repeats.ts";
import { AlarmTimers } from "./timers.ts";
import { UnlinkedModule } from "./unlinked-module.ts";
import { createViewers } from "./viewers/create-viewers.ts";

export type SiteComponents = ReturnType<typeof createSite>;

/** Creates the components of a site's object and connects them. */
export function createSite(
  { storage, ...sockets }: Sockets & { storage: DurableObjectStorage },
  events: Queue,
  clock: Clock,
  inBackground: (work: Promise<void>) => void,
  gate: SwitchGate,
) {
  const { sql } = storage;
  const kv = new KeyValueStore(sql);
  const timers = new AlarmTimers(storage, clock);
  const stored = readDeliveries(sql);
  const outbox = new Outbox(sql, clock, (event) => sendMessages(events, [event]), stored);
  const notices = new EventDelivery<SiteLimitEvent>(
    { sql, clock },
    siteLimitEvent,
    stored.get("limited"),
    (event) => sendMessages(events, [event]),
  );
  const presence = new Presence(kv, clock);
  const equipment = new EquipmentRecord(kv);
  const repeats = new StatusRepeats();
  const states = new EquipmentStates(sql, repeats);
  const stateLog = new StateLog(sql);
  const errors = new ErrorList(sql, kv);
  const checked = new StaleCheckedRegisters(equipment);
  const series = new SeriesStore(storage, clock, SERIES_LIMITS, (address) => checked.has(address));
  const samplingPolicy = new SamplingPolicy(kv, clock, () => viewers.hub.requestedRate());
  const state = new SiteStateView({ presence, equipment, states, errors, series, samplingPolicy });
  const budgets: LoggerBudgets = new LoggerBudgets({
    kv,
    clock,
    notify(budget) {
      const { siteId } = publisher;
      if (siteId !== null) notices.put({ kind: "limited", siteId, at: clock.now(), budget });
    },
  });
  const publisher: SiteEventPublisher = new SiteEventPublisher({
    kv,
    clock,
    outbox,
    state,
    budgets,
    timers,
    levels: () => errors.levels(),
    newestSample: () => series.newestAt,
    idleSampling: () => samplingPolicy.idle,
    sendMetrics: (metrics) => inBackground(sendOnce(events, metrics)),
  });
  const link: LoggerLink = new LoggerLink({
    sockets,
    clock,
    presence,
    samplingPolicy,
    unlinked: new UnlinkedModule(kv, clock),
    budgets,
    repeats,
    intake: () => intake,
    presenceChanged() {
      publisher.publishStatus();
      if (!presence.online) publisher.publishMetrics();
      viewers.hub.statusChanged(state.equipment.map(({ address }) => address));
    },
  });
  stateLog.restoreRepeats(repeats.save());
  const viewers = createViewers({
    sockets,
    storage,
    clock,
    timers,
    site: state,
    logger: link,
    gate,
    viewersChanged: () => link.offerSampling(),
    recheckLiveness: () => link.updateLiveness(),
  });
  const intake: LoggerEffectHandler = new LoggerEffectHandler({
    clock,
    kv,
    equipment,
    admitted: new AdmittedAddresses(sql),
    states,
    stateLog,
    stateWritten: () => upkeep.onChange(),
    errors,
    series,
    publisher,
    viewers: viewers.hub,
    commands: viewers.commands,
    budgets,
    welcomed: () => link.updateLiveness(),
  });
  const upkeep = new StatePruner({ clock, timers, stateLog, retention: series.retention });
  const deliver = () =>
    inBackground(Promise.all([outbox.flush(), notices.flush()]).then(() => timers.arm()));
  for (const [name, ring] of viewers.timers) timers.handle(name, ring);
  timers.derive("presence", {
    due: (now) => link.nextLivenessCheck(now),
    run: () => link.updateLiveness(),
  });
  timers.derive("connect", { due: () => link.connectDueAt(), run: () => link.onTimer() });
  timers.derive("rate-hold", {
    due: () => samplingPolicy.holdUntil(),
    run: () => link.offerSampling(),
  });
  timers.derive("reminder", {
    due: () => publisher.nextReminder(link.polledAt),
    run: () => publisher.remind(),
  });
  timers.derive("outbox", { due: deliveryDue, run: deliver });
  timers.handle(HELD_BACK_TIMER, () => void publisher.publishStatus());
  timers.handle(STATES_TIMER, () => upkeep.step());
  timers.derive("compaction", {
    due: (now) => (series.compactionDue ? now : null),
    run: () => void series.compact(),
  });
  timers.derive("expiry", {
    due: () => series.retention.dueAt,
    run: () => series.expire(),
  });

  function deliveryDue(): number | null {
    const dues = [outbox.due(), notices.due()].filter((due) => due !== null);
    return dues.length === 0 ? null : Math.min(...dues);
  }

  /** Called after every event: delivers due events and sets the alarm for what comes next. */
  function flush(): void {
    const due = deliveryDue();
    if (due !== null && due <= clock.now()) deliver();
    timers.arm();
  }
  return { timers, state, publisher, link, series, stateLog, viewers, flush };
}

/** Sends an event once: metrics that are lost are read again by the next poll. */
async function sendOnce(events: Queue, event: SiteMetricsEvent): Promise<void> {
  try {
    await sendMessages(events, [event]);
  } catch (error) {
    logFailure("site metrics not sent", error);
  }
}
