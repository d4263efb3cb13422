import { JOURNAL_KINDS } from "#domain/journal/journal-kinds.ts";
import type { SiteAlarms } from "../alarms/site-alarms.ts";
import type { SiteFirmware } from "../firmware/site-firmware.ts";
import type { SiteImports } from "../imports/site-imports.ts";
import { readJournal } from "../journal/read-journal.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { SiteSettings } from "../settings/site-settings.ts";
import type { SiteState } from "../site-state.ts";

type Components = {
  alarms: SiteAlarms;
  firmware: SiteFirmware;
  imports: SiteImports;
  journal: SiteJournal;
  series: SeriesStore;
  settings: SiteSettings;
  site: SiteState;
};

/** Rows of each list that are read. */
const PAGE = { page: 1, size: 100 };

/**
 * Reads from each part of an imported site as its pages do, so that rows that this version cannot read are found before
 * the site exists.
 * @throws Error
 */
export function checkImport({
  alarms,
  firmware,
  imports,
  journal,
  series,
  settings,
  site,
}: Components): void {
  void site.equipment;
  series.checkExpired();
  imports.check();
  for (let page = 1; ; page++) if (alarms.readLog({ ...PAGE, page }).rows.length < PAGE.size) break;
  void alarms.rules.site;
  readJournal(journal, { ...PAGE, kinds: JOURNAL_KINDS });
  settings.changes.read(PAGE);
  settings.describe("");
  for (const { snapshotId } of settings.snapshots.list())
    if (snapshotId !== null) settings.snapshots.find(snapshotId);
  firmware.describe();
}
