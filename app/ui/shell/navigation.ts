import type { ParseKeys } from "i18next";
import type { IconName } from "../icons/icon-paths-data.ts";

/** An entry of the menu. */
export type NavigationItem = {
  to: string;
  /** Address of its page, if `to` is one that leads there; on this page the entry leads to the page itself. */
  page?: string;
  icon: IconName;
  label: ParseKeys<"common">;
  /** Whether it leads out of a site; such an entry is drawn apart from the pages. */
  back?: boolean;
  /** Number of unread entries, or of alarms that no user has acknowledged. */
  unread?: number;
  /** Text of this number for screen readers. */
  unreadLabel?: "navigation.unread" | "navigation.unacknowledged";
};

/** Address that leads to the list of sites as it was shown last. */
export const LAST_LIST = "/back";

type Outer = {
  /** The demo account is shared and has no pages of its own (specification, section 6). */
  demo: boolean;
  /** Whether the user may open the pages of the operator. */
  operator: boolean;
  /** Number of unread news. */
  unread: number;
  /** Number of alarms that no user has acknowledged. */
  alarms: number;
};

/** Menu of the pages outside any site. */
export function outerItems({ demo, operator, unread, alarms }: Outer): readonly NavigationItem[] {
  const siteList = {
    to: LAST_LIST,
    page: "/sitelist",
    icon: "list",
    label: "navigation.siteList",
  } as const;
  const add = { to: "/addsite", icon: "plus", label: "navigation.addSite" } as const;
  const user = { to: "/user", icon: "user", label: "navigation.user" } as const;
  const feedback = { to: "/feedback", icon: "message", label: "navigation.feedback" } as const;
  const news = { to: "/news", icon: "news", label: "navigation.news", unread } as const;
  const all = {
    to: "/alarms",
    icon: "bell",
    label: "navigation.alarms",
    unread: alarms,
    unreadLabel: "navigation.unacknowledged",
  } as const;
  const platform = { to: "/platform", icon: "screen", label: "navigation.operator" } as const;
  const dashboard = { to: "/dashboard", icon: "curve", label: "navigation.dashboard" } as const;
  const rollouts = { to: "/rollouts", icon: "rollout", label: "navigation.rollouts" } as const;
  if (demo) return [siteList, news];
  return [
    siteList,
    dashboard,
    all,
    rollouts,
    add,
    user,
    feedback,
    news,
    ...(operator ? [platform] : []),
  ];
}

type May = {
  /** Whether the user may see the list of equipment. */
  devices: boolean;
  /** Whether the user may see alarms and their rules. */
  alarms: boolean;
  /** Whether the user may see the settings of the equipment. */
  parameters: boolean;
  /** Whether the user may see the journal. */
  messages: boolean;
  /** Whether the user may update the firmware of the equipment. */
  firmware: boolean;
  /** Whether the user may see the other users. */
  members: boolean;
  /** Whether the user may open any settings page. */
  settings: boolean;
  share: boolean;
};

/** Menu of the pages of one site; `search` carries its key and role. */
export function innerItems(search: string, may: May): readonly NavigationItem[] {
  const members = {
    to: `/management${search}`,
    icon: "user",
    label: "navigation.management",
  } as const;
  const settings = {
    to: `/settings${search}`,
    icon: "sliders",
    label: "navigation.settings",
  } as const;
  const log = { to: `/log${search}`, icon: "bell", label: "navigation.alarmLog" } as const;
  const rules = { to: `/alarm${search}`, icon: "log", label: "navigation.alarmSettings" } as const;
  const journal = { to: `/message${search}`, icon: "clock", label: "navigation.journal" } as const;
  const devices = {
    to: `/device${search}`,
    icon: "inverter",
    label: "navigation.devices",
  } as const;
  const parameters = {
    to: `/param${search}`,
    icon: "faders",
    label: "navigation.parameters",
  } as const;
  const remote = { to: `/remote${search}`, icon: "module", label: "navigation.remote" } as const;
  const gallery = { to: `/gallery${search}`, icon: "image", label: "navigation.gallery" } as const;
  // The dialog opens on any page of the site: see share-opener.tsx.
  const share = { to: "#share", icon: "share", label: "navigation.share" } as const;
  return [
    { to: LAST_LIST, icon: "back", label: "navigation.back", back: true },
    { to: `/realtime${search}`, icon: "pulse", label: "navigation.realtime" },
    { to: `/chart${search}`, icon: "curve", label: "navigation.charts" },
    ...(may.devices ? [devices] : []),
    ...(may.parameters ? [parameters] : []),
    ...(may.alarms ? [log, rules] : []),
    ...(may.messages ? [journal] : []),
    ...(may.firmware ? [remote] : []),
    gallery,
    ...(may.members ? [members] : []),
    ...(may.settings ? [settings] : []),
    ...(may.share ? [share] : []),
  ];
}
