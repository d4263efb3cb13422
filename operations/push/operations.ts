import { getPushKey, listPush, subscribePush, testPush, unsubscribePush } from "./subscriptions.ts";

export const pushOperations = [
  getPushKey,
  subscribePush,
  unsubscribePush,
  listPush,
  testPush,
] as const;
