import { deleteWebhook, getWebhook, rotateWebhookSecret, updateWebhook } from "./manage-webhook.ts";
import { listWebhookDeliveries, testWebhook } from "./webhook-log.ts";

export const webhookOperations = [
  getWebhook,
  updateWebhook,
  rotateWebhookSecret,
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
] as const;
