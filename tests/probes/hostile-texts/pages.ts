/** The pages, for whom they are, and what their addresses take. */
export type Actor = "owner" | "monitor" | "viewer" | "anonymous";
export type LookedAt = { actor: Actor; path: string };

const OF_SITE = ["realtime", "management"];
/** Pages of alarms, of the journal and of devices, which monitors do not see. */
const OF_ALARMS = ["alarm", "log", "message", "device"];
const SETTINGS = ["general", "place", "module", "notifications", "end", "appearance"].map(
  (one) => `settings/${one}`,
);

/** @param key the address's key of the site for each who opens it @param link the token of its link */
export function listPages(
  keys: { owner: string; monitor: string },
  link: string,
  text: string,
): LookedAt[] {
  const of = (actor: Actor, paths: readonly string[]) => paths.map((path) => ({ actor, path }));
  const query = (names: readonly string[]) =>
    new URLSearchParams(names.map((name) => [name, text])).toString();
  const site = (actor: "owner" | "monitor", names: readonly string[]) =>
    of(
      actor,
      names.map((name) => `/${name}?key=${encodeURIComponent(keys[actor])}`),
    );
  return [
    ...of("owner", [
      "/sitelist",
      "/sitelist?view=map",
      "/sitelist?pick=sites",
      "/sitelist?cols=name,location,tags,created,role",
      `/sitelist?view=search&${query(["q"])}`,
      `/sitelist?${query(["q", "tag", "country", "status", "sort", "direction", "page", "cols", "view", "show", "notice"])}`,
      "/user",
      "/addsite",
      `/news?${query(["page"])}`,
      `/realtime?${query(["key", "role"])}`,
    ]),
    ...site("owner", [...OF_SITE, ...OF_ALARMS, ...SETTINGS]),
    ...of("owner", [
      "/alarms",
      `/alarms?${query(["search", "period", "level"])}`,
      `/log?key=${encodeURIComponent(keys.owner)}&${query(["search", "alarm", "from"])}`,
      `/message?key=${encodeURIComponent(keys.owner)}&${query(["search", "kind"])}`,
    ]),
    ...of("owner", [
      `/management?key=${encodeURIComponent(keys.owner)}&${query(["history", "role"])}`,
    ]),
    ...of("monitor", ["/user"]),
    ...site("monitor", OF_SITE),
    ...of("viewer", [`/share?tk=${link}`]),
    ...of("anonymous", [
      "/world",
      `/world?${query(["page"])}`,
      `/share?${query(["tk"])}`,
      `/login?${query(["redirect", "reason"])}`,
      `/register?${query(["email"])}`,
      `/findpass?${query(["email"])}`,
      `/activate?${query(["token"])}`,
      `/resetpwd?${query(["token"])}`,
      `/subscribed?${query(["token"])}`,
      `/alarm-action?${query(["token", "action"])}`,
      `/alarm-action?${query(["unsubscribe"])}`,
      `/?${query(["subscribed"])}`,
      `/${encodeURIComponent(text)}`,
    ]),
  ];
}
