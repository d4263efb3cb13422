import { accountRows } from "./rows/account-rows.ts";
import { alarmRows } from "./rows/alarm-rows.ts";
import { brandingRows } from "./rows/branding-rows.ts";
import { channelRows } from "./rows/channel-rows.ts";
import { chartRows } from "./rows/chart-rows.ts";
import { claimRows } from "./rows/claim-rows.ts";
import { equipmentRows } from "./rows/equipment-rows.ts";
import { firmwareRows } from "./rows/firmware-rows.ts";
import { journalRows } from "./rows/journal-rows.ts";
import { memberRows } from "./rows/member-rows.ts";
import { notificationRows } from "./rows/notification-rows.ts";
import { platformRows } from "./rows/platform-rows.ts";
import { rolloutRows } from "./rows/rollout-rows.ts";
import { settingRows } from "./rows/setting-rows.ts";
import { shareRows } from "./rows/share-rows.ts";
import { siteRows } from "./rows/site-rows.ts";
import type { Row } from "./walk.ts";

/** Every operation there is has its row here. */
export const ROWS: Readonly<Record<string, Row>> = {
  ...accountRows,
  ...siteRows,
  ...claimRows,
  ...memberRows,
  ...shareRows,
  ...brandingRows,
  ...chartRows,
  ...channelRows,
  ...alarmRows,
  ...notificationRows,
  ...equipmentRows,
  ...firmwareRows,
  ...rolloutRows,
  ...settingRows,
  ...journalRows,
  ...platformRows,
};
