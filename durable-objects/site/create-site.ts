import { toBase64Url } from "#protocol/base64url.ts";
import { sendMessages } from "#protocol/queue-batches.ts";
import { type SiteLimitEvent, type SiteMetricsEvent, siteLimitEvent } from "#protocol/site-rpc.ts";
import { permissionToSet } from "#protocol/viewer/requests.ts";
import { RuleVersions } from "./alarms/rule-versions.ts";
import { SiteAlarms } from "./alarms/site-alarms.ts";
import { CommandBudget } from "./commands/command-budget.ts";
import { CommandQueue } from "./commands/command-queue.ts";
import { CommandStore } from "./commands/command-store.ts";
import { QueryRelay } from "./commands/query-relay.ts";
import { SwitchGate, type Switching } from "./commands/switch-gate.ts";
import { AdmittedAddresses } from "./equipment/admitted-addresses.ts";
import { EquipmentRecord } from "./equipment/equipment-record.ts";
import { EquipmentLines } from "./equipment/lines.ts";
import { SiteEquipment } from "./equipment/site-equipment.ts";
import { StaleCheckedRegisters } from "./equipment/stale-checked-registers.ts";
import { ErrorList } from "./errors/error-list.ts";
import { EventDelivery, readDeliveries } from "./event-delivery.ts";
import { SiteFirmware } from "./firmware/site-firmware.ts";
import { FramePace } from "./frame-pace.ts";
import { SolarForecast } from "./history/solar-forecast.ts";
import { SiteImports } from "./imports/site-imports.ts";
import type { Clock } from "./interfaces.ts";
import { describeEvent } from "./journal/describe-changes.ts";
import { SiteJournal } from "./journal/site-journal.ts";
import { KeyValueStore } from "./key-value-store.ts";
import { LivenessMonitor } from "./liveness-monitor.ts";
import { logFailure } from "./log-failure.ts";
import { LoggerBudgets } from "./logger-budgets.ts";
import { LoggerConnection, type Sockets } from "./logger-connection.ts";
import { LoggerEffectHandler } from "./logger-effect-handler.ts";
import { readIdentity } from "./logger-identity.ts";
import { LoggerLink } from "./logger-link.ts";
import { Outbox } from "./outbox.ts";
import { Presence } from "./presence.ts";
import { SamplingPolicy } from "./sampling-policy.ts";
import { SERIES_LIMITS } from "./series/limits.ts";
import { SeriesStore } from "./series/series-store.ts";
import { SecretRegisters } from "./settings/secret-registers.ts";
import { SiteSettings } from "./settings/site-settings.ts";
import { SiteEventPublisher } from "./site-event-publisher.ts";
import { readSiteId } from "./site-id.ts";
import { SiteState } from "./site-state.ts";
import { connectTimers } from "./site-timers.ts";
import { SolarDay } from "./solar-day.ts";
import { EquipmentStates } from "./states/equipment-states.ts";
import { StateLog } from "./states/state-log.ts";
import { StatePruner } from "./states/state-pruner.ts";
import { StatusRepeats } from "./states/status-repeats.ts";
import { AlarmTimers } from "./timers.ts";
import { UnlinkedModule } from "./unlinked-module.ts";
import { LoggerClock } from "./viewers/logger-clock.ts";
import { RevocationLog } from "./viewers/revocation-log.ts";
import { ViewerBroadcaster } from "./viewers/viewer-broadcaster.ts";
import { ViewerSessions } from "./viewers/viewer-sessions.ts";
import { ViewerSockets } from "./viewers/viewer-sockets.ts";
import { ViewerTimer } from "./viewers/viewer-timer.ts";

const FRAME_ID_BYTES = 12;

/** Resources of the object that its components use. */
type SiteDeps = {
  storage: DurableObjectStorage;
  sockets: Sockets;
  events: Queue;
  clock: Clock;
  /** Resolves after this many ms, during which other events may run. */
  wait: (ms: number) => Promise<void>;
  inBackground: (work: Promise<void>) => void;
  /** Counts the switching of equipment for the user across all sites. */
  allowSwitching: (switching: Switching) => Promise<boolean>;
  /** Counts the sites whose settings the user changes. */
  allowChanging: (switching: Switching, siteId: number | null) => Promise<boolean>;
  /** Runs work like any event of the object. */
  runEvent: (work: () => void) => void;
};

export type SiteComponents = ReturnType<typeof createSite>;

/**
 * Creates the components of a site's object and connects them. Each gets only components that exist already, in this
 * order: stored state, sending, liveness and requests to the logger, handlers of frames. A component therefore calls
 * only those above it, and none calls back.
 */
export function createSite(deps: SiteDeps) {
  const { storage, sockets, events, clock, wait, inBackground, runEvent } = deps;
  const { sql } = storage;

  // Stored state.
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
  const solarDay = new SolarDay();
  const states = new EquipmentStates(sql, repeats);
  const stateLog = new StateLog(sql);
  const checked = new StaleCheckedRegisters(equipment);
  const ruleVersions = new RuleVersions(sql);
  const lines = new EquipmentLines(equipment);
  const series = new SeriesStore(
    storage,
    clock,
    SERIES_LIMITS,
    (address) => checked.has(address),
    (since) => new Set(ruleVersions.addressesSince(since)),
    lines,
  );
  const statePruner = new StatePruner({ clock, timers, stateLog, retention: series.retention });
  const budgets = new LoggerBudgets({
    kv,
    clock,
    notify(budget) {
      const siteId = readSiteId(kv);
      if (siteId !== null) notices.put({ kind: "limited", siteId, at: clock.now(), budget });
    },
  });

  const journal = new SiteJournal({ sql, kv, clock, budgets });
  const imports = new SiteImports({ storage, clock, journal });
  const errors = new ErrorList(sql, kv, (event) =>
    journal.recordOfLogger(describeEvent(event, equipment.tree)),
  );

  // Sending: to the logger, to the viewers and to the queue.
  const connection = new LoggerConnection({ sockets, budgets, repeats, solarDay });
  stateLog.restoreRepeats(repeats.save());
  const viewerSockets = new ViewerSockets(sockets, clock);
  const viewerTimer = new ViewerTimer(viewerSockets, timers);
  const loggerClock = new LoggerClock(kv);
  const samplingPolicy = new SamplingPolicy(kv, clock, () => viewerSockets.requestedSampling());
  const alarms = new SiteAlarms({
    sql,
    kv,
    clock,
    series,
    equipment,
    presence,
    journal,
    budgets,
    versions: ruleVersions,
    lines,
    idleSampling: () => samplingPolicy.idle,
    deliver: (states) => sendMessages(events, states),
  });
  const site = new SiteState({ presence, equipment, states, errors, series, samplingPolicy });
  const broadcaster = new ViewerBroadcaster({
    sockets: viewerSockets,
    viewerTimer,
    clock,
    timers,
    site,
    loggerClock,
  });
  const publisher = new SiteEventPublisher({
    kv,
    clock,
    outbox,
    site,
    budgets,
    timers,
    journal,
    solarDay,
    levels: () => [...errors.levels(), ...alarms.levels()],
    newestSample: () => series.newestAt,
    idleSampling: () => samplingPolicy.idle,
    sendMetrics: (metrics) => inBackground(sendOnce(events, metrics)),
  });

  // Liveness, and requests to the logger.
  const liveness = new LivenessMonitor({
    clock,
    kv,
    journal,
    alarms,
    connection,
    presence,
    site,
    publisher,
    viewers: broadcaster,
  });
  const secrets = new SecretRegisters(site);
  const newId = () => toBase64Url(clock.randomBytes(FRAME_ID_BYTES));
  const queue = new CommandQueue({
    store: new CommandStore(sql),
    budget: new CommandBudget(kv, clock),
    journal,
    atomically: (run) => storage.transactionSync(run),
    clock,
    timers,
    site,
    logger: connection,
    newId,
    viewers: broadcaster,
    catalogueSite: () => readIdentity(kv) ?? {},
    hasSync: () => readIdentity(kv)?.features?.includes("sync") ?? false,
    onSent({ tracked: { record } }) {
      settings.registers.countWrite(record.address);
      // Every path of a switch-off sends it as a command: socket, call, change and rollout.
      if (permissionToSet(record.address) === "control" && Number(record.value) === 0)
        alarms.notices.notePortalAction("switchOff");
    },
  });
  const revocations = new RevocationLog(sql);
  const settings: SiteSettings = new SiteSettings({
    ...{ sql, kv, clock, timers, site, queue, logger: connection, journal, newFrameId: newId },
    statusSince: (address) => stateLog.changedAt(address),
    catalogueSite: () => readIdentity(kv) ?? {},
    hasEnded: (access) => revocations.hasEnded(access),
  });
  const firmware = new SiteFirmware({
    ...{ sql, kv, clock, timers, site, logger: connection, journal, newFrameId: newId },
    isLocked: () => settings.locks.read("").isLocked,
    areInvertersOff: (address) => settings.areInvertersOff(address),
    takeSnapshot: (reason) => void settings.takeSnapshot(reason),
    readSettings: () => settings.reader.readSoon("after firmware"),
    readBeforeUpdate: () => settings.reader.readBeforeUpdate(),
  });
  const devices = new SiteEquipment({
    ...{ kv, site, equipment, journal, viewers: broadcaster },
    isUpdating: () => firmware.store.open !== null,
  });
  const relay = new QueryRelay({
    sql,
    clock,
    timers,
    site,
    lines,
    secrets,
    logger: connection,
    newId,
    viewers: viewerSockets,
  });
  const gate = new SwitchGate({
    allow: deps.allowSwitching,
    allowChange: (switching) => deps.allowChanging(switching, readSiteId(kv)),
    now: () => clock.now(),
    inBackground,
    runEvent,
  });

  // Handlers of frames: of the logger, then of the viewers.
  const effectHandler = new LoggerEffectHandler({
    clock,
    kv,
    equipment,
    admitted: new AdmittedAddresses(sql),
    states,
    stateLog,
    statePruner,
    errors,
    series,
    secrets,
    alarms,
    publisher,
    viewers: broadcaster,
    queue,
    relay,
    settings,
    firmware,
    budgets,
    journal,
    liveness,
  });
  const link = new LoggerLink({
    clock,
    connection,
    liveness,
    effectHandler,
    samplingPolicy,
    unlinked: new UnlinkedModule(kv, clock),
    budgets,
  });
  const framePace = new FramePace({
    clock,
    rest: wait,
    receiveLoggerFrame: (socket, frame) => runEvent(() => link.receiveLoggerFrame(socket, frame)),
    closeFloodingLogger: (socket) => runEvent(() => link.closeFloodingLogger(socket)),
  });
  const sessions = new ViewerSessions({
    sockets: viewerSockets,
    broadcaster,
    viewerTimer,
    revocations,
    clock,
    site,
    loggerClock,
    queue,
    direct: settings.direct,
    changes: settings.changes,
    relay,
    gate,
    link,
    liveness,
  });

  const deliver = () =>
    inBackground(
      Promise.all([outbox.flush(), notices.flush(), alarms.outbox.flush()]).then(() =>
        timers.arm(),
      ),
    );
  connectTimers(timers, {
    ...{
      liveness,
      link,
      samplingPolicy,
      publisher,
      connection,
      journal,
      series,
      imports,
      alarms,
      sessions,
    },
    ...{ broadcaster, queue, relay, settings, firmware, statePruner, publishAlarms },
  });
  timers.derive("outbox", { due: deliveryDue, run: deliver });

  function deliveryDue(): number | null {
    const dues = [outbox.due(), notices.due(), alarms.outbox.dueAt].filter((due) => due !== null);
    return dues.length === 0 ? null : Math.min(...dues);
  }

  /** Publishes the worst level of the open alarms after they changed. */
  function publishAlarms(): void {
    if (publisher.publishStatus()) broadcaster.statusChanged([]);
  }

  let sentChanges = alarms.changes;

  /**
   * Call it after every event: notifies viewers of changed alarms, delivers due events and sets the alarm for the next
   * timer.
   */
  function flush(): void {
    settings.changes.drain();
    if (alarms.changes !== sentChanges) {
      sentChanges = alarms.changes;
      broadcaster.alarmsChanged();
    }
    const due = deliveryDue();
    if (due !== null && due <= clock.now()) deliver();
    timers.arm();
  }
  return {
    timers,
    journal,
    site,
    series,
    imports,
    forecast: new SolarForecast({ kv, series, imports, site }),
    alarms,
    publishAlarms,
    stateLog,
    connection,
    publisher,
    liveness,
    queue,
    secrets,
    settings,
    firmware,
    devices,
    link,
    framePace,
    sessions,
    flush,
  };
}

/** Sends an event once: metrics that are lost are read again by the next poll. */
async function sendOnce(events: Queue, event: SiteMetricsEvent): Promise<void> {
  try {
    await sendMessages(events, [event]);
  } catch (error) {
    logFailure("site metrics not sent", error);
  }
}
