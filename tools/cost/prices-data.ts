/**
 * List prices of the platform's Workers Paid plan in USD, without its free allotments. Last checked in November 2026.
 */
export const PRICES = {
  workerRequest: 0.3 / 1e6,
  workerCpuMs: 0.02 / 1e6,
  objectRequest: 0.15 / 1e6,
  objectGigabyteSecond: 12.5 / 1e6,
  objectRowRead: 0.001 / 1e6,
  objectRowWritten: 1 / 1e6,
  /** Price per GB and month. */
  objectGigabyte: 0.2,
  queueOperation: 0.4 / 1e6,
  databaseRowRead: 0.001 / 1e6,
  databaseRowWritten: 1 / 1e6,
  /** Price per GB and month. */
  databaseGigabyte: 0.75,
  fileWritten: 4.5 / 1e6,
  fileRead: 0.36 / 1e6,
  /** Price per GB and month. */
  fileGigabyte: 0.015,
  mail: 0.35 / 1e3,
  /** Minimum price of the plan per month, independent of usage. */
  plan: 5,
} as const;

/** Billing rules, from the same pages as the prices. */
export const BILLING = {
  /** Number of incoming socket messages that are billed as one request. */
  messagesARequest: 20,
  /** Memory in GB that is billed for an object while it handles an event, independent of its actual use. */
  objectGigabytes: 0.128,
} as const;

export const SOURCES: readonly { title: string; address: string; what: string }[] = [
  {
    title: "Workers pricing",
    address: "https://developers.cloudflare.com/workers/platform/pricing/",
    what: "requests 0.30 a million (a socket is one, its messages none; static files none), CPU 0.02 a million ms, the plan 5 a month",
  },
  {
    title: "Durable Objects pricing",
    address: "https://developers.cloudflare.com/durable-objects/platform/pricing/",
    what: "requests, calls, alarms and socket messages at 20:1 0.15 a million, duration 12.50 a million GB-s at 128 MB while something is handled, rows read 0.001 and written 1.00 a million, an alarm that is set one row written, storage 0.20 a GB and month",
  },
  {
    title: "Queues pricing",
    address: "https://developers.cloudflare.com/queues/platform/pricing/",
    what: "operations 0.40 a million; a message is written, read and deleted, each one operation for 64 KB",
  },
  {
    title: "D1 pricing",
    address: "https://developers.cloudflare.com/d1/platform/pricing/",
    what: "rows read 0.001 and written 1.00 a million, indexes included, storage 0.75 a GB and month",
  },
  {
    title: "R2 pricing",
    address: "https://developers.cloudflare.com/r2/pricing/",
    what: "class A operations (write, list) 4.50 and class B (read) 0.36 a million, deleting free, storage 0.015 a GB and month",
  },
  {
    title: "Email Service pricing",
    address: "https://developers.cloudflare.com/email-service/platform/pricing/",
    what: "0.35 a thousand e-mails sent",
  },
];

/** Values that cannot be counted on a local machine. */
export const ASSUMED = {
  /** Time of the platform around each event of an object, ms: calling the object and making its writes durable. */
  platformMsAnEvent: 10,
  /** CPU time of the Worker for each page that it renders, ms; `pollMs` is that for each poll of a site. */
  pageMs: 20,
  pollMs: 0.25,
} as const;
