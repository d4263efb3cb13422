import type { ViewerStamp } from "#protocol/site-rpc.ts";

/** Who watches, without what belongs to one connection alone. */
export type Person = Pick<
  ViewerStamp,
  "session" | "person" | "name" | "role" | "owner" | "demo" | "share" | "rightsVersion"
>;

/** People who may watch the site, one of each kind. */
export const OWNER: Person = {
  person: 7,
  session: "session-of-the-owner",
  name: "Olga Owner",
  role: 1,
  owner: true,
  demo: false,
  share: false,
  rightsVersion: 1,
};
export const HELPER: Person = {
  ...OWNER,
  person: 9,
  session: "session-of-the-helper",
  name: "Henry Helper",
  role: 2,
  owner: false,
};
export const MONITOR: Person = {
  ...OWNER,
  person: 8,
  session: "session-of-the-monitor",
  name: "Mo Monitor",
  role: 3,
  owner: false,
};
export const SHARE: Person = {
  ...OWNER,
  person: 0,
  session: "share",
  name: "",
  role: 3,
  owner: false,
  share: true,
};
