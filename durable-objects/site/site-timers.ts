import type { SiteAlarms } from "./alarms/site-alarms.ts";
import { COMMANDS_TIMER, type CommandQueue } from "./commands/command-queue.ts";
import { QUERIES_TIMER, type QueryRelay } from "./commands/query-relay.ts";
import { FIRMWARE_TIMER, type SiteFirmware } from "./firmware/site-firmware.ts";
import type { SiteImports } from "./imports/site-imports.ts";
import type { SiteJournal } from "./journal/site-journal.ts";
import type { LivenessMonitor } from "./liveness-monitor.ts";
import type { LoggerConnection } from "./logger-connection.ts";
import type { LoggerLink } from "./logger-link.ts";
import type { SamplingPolicy } from "./sampling-policy.ts";
import type { SeriesStore } from "./series/series-store.ts";
import { SETTING_READS_TIMER } from "./settings/settings-reader.ts";
import { CHANGES_TIMER } from "./settings/site-changes.ts";
import type { SiteSettings } from "./settings/site-settings.ts";
import { HELD_BACK_TIMER, type SiteEventPublisher } from "./site-event-publisher.ts";
import { STATES_TIMER, type StatePruner } from "./states/state-pruner.ts";
import type { AlarmTimers } from "./timers.ts";
import { PUSHES_TIMER } from "./viewers/change-pushes.ts";
import type { ViewerBroadcaster } from "./viewers/viewer-broadcaster.ts";
import type { ViewerSessions } from "./viewers/viewer-sessions.ts";
import { VIEWERS_TIMER } from "./viewers/viewer-timer.ts";

type TimedComponents = {
  liveness: LivenessMonitor;
  link: LoggerLink;
  samplingPolicy: SamplingPolicy;
  publisher: SiteEventPublisher;
  connection: LoggerConnection;
  journal: SiteJournal;
  series: SeriesStore;
  imports: SiteImports;
  alarms: SiteAlarms;
  sessions: ViewerSessions;
  broadcaster: ViewerBroadcaster;
  queue: CommandQueue;
  relay: QueryRelay;
  settings: SiteSettings;
  firmware: SiteFirmware;
  statePruner: StatePruner;
  /** Publishes the worst level of the open alarms. */
  publishAlarms: () => void;
};

/** Connects the timers of a site's object with the parts that they call. */
export function connectTimers(timers: AlarmTimers, parts: TimedComponents): void {
  const { sessions, broadcaster, queue, relay, settings, firmware, statePruner } = parts;
  const { liveness, link, samplingPolicy, publisher, connection, journal, series, imports } = parts;
  timers.handle(VIEWERS_TIMER, () => sessions.checkViewers());
  timers.handle(PUSHES_TIMER, (name) => broadcaster.sendDueChanges(name));
  timers.handle(COMMANDS_TIMER, () => queue.advanceOverdue());
  timers.handle(QUERIES_TIMER, () => relay.endOverdue());
  timers.handle(CHANGES_TIMER, () => settings.changes.advanceOverdue());
  timers.handle(SETTING_READS_TIMER, () => settings.reader.onTimer());
  timers.handle(FIRMWARE_TIMER, () => firmware.onTimer());
  timers.handle(HELD_BACK_TIMER, () => void publisher.publishStatus());
  timers.handle(STATES_TIMER, () => statePruner.step());
  timers.derive("presence", {
    due: (now) => liveness.nextCheckAt(now),
    run: () => liveness.updateLiveness(),
  });
  timers.derive("connect", {
    due: () => link.connectDueAt(),
    run: () => link.enforceConnectTimeout(),
  });
  timers.derive("rate-hold", {
    due: () => samplingPolicy.holdUntil(),
    run: () => link.offerSampling(),
  });
  timers.derive("reminder", {
    due: () => publisher.nextReminder(connection.polledAt),
    run: () => publisher.remind(),
  });
  timers.derive("journal", {
    due: () => journal.publishDueAt,
    run: () => publisher.publishJournal(),
  });
  timers.derive("compaction", {
    due: (now) => (series.compactionDue ? now : null),
    run: () => void series.compact(),
  });
  timers.derive("expiry", {
    due: () => series.retention.dueAt,
    run: () => series.expire(),
  });
  timers.derive("import-expiry", {
    due: () => imports.expiryDueAt(series.retention.years),
    run: () => imports.expire(series.retention.years),
  });
  connectAlarms(timers, parts);
}

function connectAlarms(timers: AlarmTimers, { alarms, publishAlarms }: TimedComponents): void {
  timers.derive("late-alarms", {
    due: () => alarms.lateDueAt,
    run: () => {
      alarms.evaluateLate();
      publishAlarms();
    },
  });
  timers.derive("alarm-notices", {
    due: (_, isRinging) => alarms.noticeTimerAt(isRinging),
    run: () => alarms.notifyDue(),
  });
  timers.derive("backlog-summary", {
    due: () => alarms.summary.dueAt,
    run: () => alarms.summary.send(),
  });
  timers.derive("platform-alarms", {
    due: (_, isRinging) => alarms.platform.dueAt(isRinging),
    run: () => {
      alarms.platform.check();
      publishAlarms();
    },
  });
}
