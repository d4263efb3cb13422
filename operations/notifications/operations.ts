import {
  pageDelivery,
  readDeliveryHistory,
  replayDelivery,
  summarizeDelivery,
} from "./delivery.ts";
import { listEscalation, updateEscalation } from "./escalation.ts";
import {
  acknowledgeByLink,
  readAlarmLink,
  snoozeByLink,
  unsubscribeAlarmMails,
} from "./link-actions.ts";
import {
  getNotificationPreferences,
  updateNotificationPreferences,
  updateSiteNotifications,
} from "./preferences.ts";
import { testNotification } from "./test-mail.ts";

export const notificationOperations = [
  getNotificationPreferences,
  updateNotificationPreferences,
  updateSiteNotifications,
  testNotification,
  listEscalation,
  updateEscalation,
  readAlarmLink,
  acknowledgeByLink,
  snoozeByLink,
  unsubscribeAlarmMails,
  summarizeDelivery,
  pageDelivery,
  readDeliveryHistory,
  replayDelivery,
] as const;
