import { alarmOperations } from "./alarms/operations.ts";
import { archiveOperations } from "./archives/operations.ts";
import { authOperations } from "./auth/operations.ts";
import { basicOperations } from "./basic/operations.ts";
import { brandingOperations } from "./branding/operations.ts";
import { chartOperations } from "./charts/operations.ts";
import { equipmentOperations } from "./equipment/operations.ts";
import { exportOperations } from "./exports/operations.ts";
import { firmwareOperations } from "./firmware/operations.ts";
import { fleetOperations } from "./fleet/operations.ts";
import { helpOperations } from "./help/operations.ts";
import { importOperations } from "./imports/imports.ts";
import { journalOperations } from "./journal/operations.ts";
import { memberOperations } from "./members/operations.ts";
import { notificationOperations } from "./notifications/operations.ts";
import { platformOperations } from "./platform/operations.ts";
import { pushOperations } from "./push/operations.ts";
import { rolloutOperations } from "./rollouts/operations.ts";
import { settingOperations } from "./settings/operations.ts";
import { shareOperations } from "./shares/operations.ts";
import { siteOperations } from "./sites/operations.ts";
import { tokenOperations } from "./tokens/operations.ts";
import { userOperations } from "./user/operations.ts";
import { webhookOperations } from "./webhooks/operations.ts";

/** The only list of all operations. */
export const operations = [
  ...authOperations,
  ...userOperations,
  ...tokenOperations,
  ...basicOperations,
  ...helpOperations,
  ...siteOperations,
  ...memberOperations,
  ...shareOperations,
  ...brandingOperations,
  ...chartOperations,
  ...equipmentOperations,
  ...exportOperations,
  ...importOperations,
  ...firmwareOperations,
  ...fleetOperations,
  ...rolloutOperations,
  ...archiveOperations,
  ...alarmOperations,
  ...settingOperations,
  ...notificationOperations,
  ...journalOperations,
  ...pushOperations,
  ...webhookOperations,
  ...platformOperations,
] as const;
