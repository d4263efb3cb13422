import { directionOf, type Language } from "#domain/languages.ts";
import type { AlarmPush, PushValues } from "#domain/push/push-values.ts";
import { digest } from "#protocol/keys/digest.ts";
import { sealSiteKey } from "#protocol/keys/page-keys.ts";
import type { Context } from "../context.ts";
import { isolate } from "../mails/email-content.ts";
import type { OutgoingPush, PushMessage, PushUrgency } from "./push-provider.ts";

/** Length of a topic, characters; push services accept up to 32. */
const TOPIC_LENGTH = 32;
/** Maximum length of a body, characters; phones show about two hundred. */
const MAX_BODY = 400;

/** User, site and language of a message. */
export type PushReader = { userId: number; language: Language; site: string };

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
  const about =
    values.kind === "test" ? writeTest(context, language) : writeAlarm(context, values, reader);
  const { urgency, ...texts } = about;
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
  const { siteId, logId, level } = values;
  const key = sealSiteKey(context.keys, reader.userId, siteId);
  const isAlarm = values.kind !== "summary";
  const query = new URLSearchParams({ key, ...(isAlarm && { logId: String(logId) }) });
  return {
    title: isolate(reader.site),
    body: writeBody(context, values, reader.language).slice(0, MAX_BODY),
    tag: `${siteId}:${isAlarm ? logId : "summary"}`,
    path: `/log?${query}`,
    urgency: level === "fault" && values.kind !== "end" ? "high" : "normal",
  };
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
  const description =
    alarm.deviceName === ""
      ? what
      : translate("device", { description: what, device: isolate(alarm.deviceName) });
  return translate(TEXTS[kind], { level: words.level(level), description });
}
