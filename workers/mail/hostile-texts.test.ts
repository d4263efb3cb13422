import { createInstance, type ResourceKey } from "i18next";
import { expect, test } from "vitest";
import { LANGUAGES, type Language } from "#domain/languages.ts";
import { MAIL_VALUES, type MailTemplate } from "#domain/mails/templates.ts";
import { UNNAMED_OPERATOR } from "#domain/operator.ts";
import ar from "#locales/ar/mails.json";
import de from "#locales/de/mails.json";
import en from "#locales/en/mails.json";
import es from "#locales/es/mails.json";
import fr from "#locales/fr/mails.json";
import zh from "#locales/zh/mails.json";
import type { MailTexts } from "#operations/mails/email-content.ts";
import { type MailContent, writeMail } from "#operations/mails/write-mail.ts";
import { HOSTILE_TEXTS } from "../../tests/support/hostile-texts.ts";

const ORIGIN = "https://helioport.test";
const PORTAL = { origin: ORIGIN, operator: UNNAMED_OPERATOR };
const TEXTS: Record<Language, ResourceKey> = { ar, de, en, es, fr, zh };
const i18n = createInstance();
await i18n.init({
  lng: "en",
  resources: Object.fromEntries(LANGUAGES.map((one) => [one, { mails: TEXTS[one] }])),
  interpolation: { escapeValue: false },
});

/** These namespaces are not part of the typed ones of the pages. */
const texts = i18n as unknown as { getFixedT(language: string, namespace: string): MailTexts };

/** Returns a value of each kind that a template takes, with the text in every user-supplied field. */
function valuesWith(text: string): Record<string, unknown> {
  return {
    name: text,
    site: text,
    sites: [text],
    email: text,
    link: `${ORIGIN}/x?token=abc`,
    code: "123456",
    as: "member",
    registered: true,
    confirmed: true,
    siteId: 12,
    budget: "changes",
    serial: "HP-0001",
    token: text,
    hours: 72,
    days: 30,
    reason: "failing",
    host: "hooks.example",
    // Each line of a reply is a paragraph of its own.
    text: `Reply: ${text.replaceAll("\n", " ")}`,
    alarms: [
      {
        site: text,
        device: text,
        description: text,
        level: "fault",
        levelName: "Fault",
        state: "started",
        startedAt: "12:00",
        endedAt: "13:00",
        measured: text,
        limit: text,
        reason: "recovered",
        flaps: 6,
        suppressed: { number: 2, alarms: [text] },
        view: `${ORIGIN}/log`,
        acknowledge: `${ORIGIN}/a`,
        snooze: `${ORIGIN}/s`,
      },
    ],
    summaries: [
      {
        ...{ site: text, offlineFrom: "1", offlineTo: "2", raised: 3, stillOpen: 1, view: ORIGIN },
        alarms: [null, "13:00"].map((endedAt) => ({
          ...{ levelName: "Fault", description: text, startedAt: "12:00", endedAt },
        })),
      },
    ],
    more: 3,
    siteCount: 2,
    count: 5,
    references: [],
    unsubscribe: `${ORIGIN}/u`,
  };
}

function write(template: string, text: string, language: Language): MailContent {
  const t = texts.getFixedT(language, "mails");
  return writeMail({ template, values: JSON.stringify(valuesWith(text)) }, { language, t }, PORTAL);
}

const tagsOf = (html: string) => html.match(/<[!/]?[a-z][^>]*>/gi) ?? [];
/** All characters that change the direction of a text, except the isolating pair. */
const TURNS = /[\u202a-\u202e\u2066\u2067\u200e\u200f]/;
const count = (text: string, sign: string) => text.split(sign).length - 1;

test("no user's text becomes markup, a line or a direction of an e-mail", () => {
  expect(HOSTILE_TEXTS).toHaveLength(500);
  expect(new Set(HOSTILE_TEXTS).size).toBeGreaterThan(480);
  const wrong: string[] = [];
  for (const template of Object.keys(MAIL_VALUES) as MailTemplate[]) {
    const tags = new Map(
      LANGUAGES.map((one) => [one, tagsOf(write(template, "Ana", one).html).length]),
    );
    for (const [place, text] of HOSTILE_TEXTS.entries()) {
      const language = LANGUAGES[place % LANGUAGES.length] ?? "en";
      const mail = write(template, text, language);
      const isMarkup = tagsOf(mail.html).length !== tags.get(language);
      const isLine = /[\r\n]/.test(mail.subject);
      const turns = [mail.subject, mail.text, mail.html].some(
        (part) => TURNS.test(part) || count(part, "\u2068") !== count(part, "\u2069"),
      );
      if (isMarkup || isLine || turns) wrong.push(`${template}, ${language}: ${text}`);
    }
  }
  expect(wrong).toEqual([]);
});
