import { directionOf, type Language } from "#domain/languages.ts";
import type { AlarmPush, CollectedPushValues, PushValues } from "#domain/push/push-values.ts";
import { digest } from "#protocol/keys/digest.ts";
import { sealSiteKey } from "#protocol/keys/page-keys.ts";
import type { Context } from "../context.ts";
import { isolate } from "../mails/email-content.ts";
import type { OutgoingPush, PushMessage, PushUrgency } from "./push-provider.ts";

/** Length of a topic, characters; push services accept up to 32. */
const TOPIC_LENGTH = 32;
/** Maximum length of a body, characters; phones show about two hundred. */
const MAX_BODY = 400;

/** Maximum length of a line about one of several alarms, characters. */
const MAX_LINE = 120;

/** User and language of a message, and the names of its sites to which the user has access, by id. */
export type PushReader = {
  userId: number;
  language: Language;
  sites: ReadonlyMap<number, string>;
};

type Writing = Pick<Context, "keys" | "push" | "alarmWords">;

/**
 * Writes a message in the user's language. It contains the name of the site and what happened, but nothing that opens
 * the portal: a click leads to a page that requires a session.
 * @param cause the key of the notification
 * @param createdAt ms UTC
 */
export function writePush(
  context: Writing,
  values: PushValues,
  reader: PushReader,
  { cause, createdAt }: { cause: string; createdAt: number },
): Pick<OutgoingPush, "payload" | "urgency" | "topic"> {
  const { language } = reader;
  const { urgency, ...texts } = writeTexts(context, values, reader, cause);
  const topic = digest(texts.tag).slice(0, TOPIC_LENGTH);
  const message: PushMessage = {
    id: digest(cause).slice(0, TOPIC_LENGTH),
    ...texts,
    tag: topic,
    lang: language,
    dir: directionOf(language),
    at: createdAt,
  };
  return { payload: JSON.stringify(message), urgency, topic };
}

type Texts = Pick<PushMessage, "title" | "body" | "tag" | "path"> & { urgency: PushUrgency };

function writeTexts(
  context: Writing,
  values: PushValues,
  reader: PushReader,
  cause: string,
): Texts {
  if (values.kind === "test") return writeTest(context, reader.language);
  if ("entries" in values) return writeCollected(context, values, reader, cause);
  return writeAlarm(context, values, reader);
}

function writeTest({ push }: Writing, language: Language): Texts {
  return {
    title: push.translate(language, "test.title"),
    body: push.translate(language, "test.body"),
    tag: "test",
    path: "/user",
    urgency: "high",
  };
}

function writeAlarm(context: Writing, values: AlarmPush, reader: PushReader): Texts {
  const { siteId, logId } = values;
  const key = sealSiteKey(context.keys, reader.userId, siteId);
  const isAlarm = values.kind !== "summary";
  const query = new URLSearchParams({ key, ...(isAlarm && { logId: String(logId) }) });
  return {
    title: isolate(reader.sites.get(siteId) ?? ""),
    body: writeBody(context, values, reader.language).slice(0, MAX_BODY),
    tag: `${siteId}:${isAlarm ? logId : "summary"}`,
    path: `/log?${query}`,
    urgency: urgencyOf(values),
  };
}

/**
 * A line for each of the most urgent alarms, and how many others there are. Sites without access are left out. The title
 * of a message about one site is its name, like that of a single alarm.
 */
function writeCollected(
  context: Writing,
  { kind, entries, counts }: CollectedPushValues,
  { userId, language, sites }: PushReader,
  cause: string,
): Texts {
  const translate = (key: string, values: object) =>
    context.push.translate(language, `collected.${key}`, values);
  const nameOf = (of?: { siteId: number }) => isolate(sites.get(of?.siteId ?? 0) ?? "");
  const shown = entries.filter(({ siteId }) => sites.has(siteId));
  const visible = counts.filter(({ siteId }) => sites.has(siteId));
  const number = visible.reduce((sum, { count }) => sum + count, 0);
  const lines = shown.map((entry) => {
    const text = writeBody(context, entry, language);
    const line = kind === "site" ? text : translate("line", { site: nameOf(entry), text });
    return line.slice(0, MAX_LINE);
  });
  const more = number - shown.length;
  const [only, ...others] = visible;
  const isOneSite = only !== undefined && others.length === 0;
  const key = isOneSite ? sealSiteKey(context.keys, userId, only.siteId) : "";
  return {
    title:
      kind === "site"
        ? nameOf(only)
        : translate(kind, { number: kind === "outage" ? visible.length : number }),
    body: [...lines, ...(more > 0 ? [translate("more", { number: more })] : [])].join("\n"),
    // A later digest must not replace one that the user has not read.
    tag: cause,
    path: isOneSite ? `/log?${new URLSearchParams({ key })}` : "/alarms",
    urgency: shown.some((entry) => urgencyOf(entry) === "high") ? "high" : "normal",
  };
}

function urgencyOf({ kind, level }: AlarmPush): PushUrgency {
  return level === "fault" && kind !== "end" ? "high" : "normal";
}

/** Key of the text of each kind of notification. */
const TEXTS = {
  start: "alarm",
  worse: "alarm",
  end: "ended",
  flapping: "flapping",
  repeat: "repeat",
  escalation: "escalation",
} as const;

function writeBody(
  { push, alarmWords }: Writing,
  { kind, level, alarm, summary }: AlarmPush,
  language: Language,
): string {
  const translate = (key: string, values?: object) => push.translate(language, key, values);
  if (kind === "summary") {
    const { raised = 0, stillOpen: open = 0 } = summary ?? {};
    return translate("summary", { raised, open });
  }
  const words = alarmWords(language);
  const what = isolate(words.describe(alarm));
  const device = words.device(alarm.deviceName);
  const description =
    device === "" ? what : translate("device", { description: what, device: isolate(device) });
  return translate(TEXTS[kind], { level: words.level(level), description });
}
