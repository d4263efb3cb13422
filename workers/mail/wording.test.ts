import fc from "fast-check";
import { expect, test } from "vitest";
import { LANGUAGES } from "#domain/languages.ts";
import { ALARM_TEMPLATES } from "#domain/mails/attempts.ts";
import { MAIL_VALUES, type MailTemplate } from "#domain/mails/templates.ts";
import { UNNAMED_OPERATOR } from "#domain/operator.ts";
import english from "#locales/en/mails.json";
import { writeMail } from "#operations/mails/write-mail.ts";
import { wordingOf } from "./wording.ts";

const PORTAL = { origin: "https://portal.example", operator: UNNAMED_OPERATOR };
const LINK = "https://portal.example/resetpwd?key=a_b-c&x=1";
const templates = Object.keys(MAIL_VALUES) as MailTemplate[];

const ALARM_VALUES = {
  alarms: [
    {
      site: "Roof",
      device: "Battery",
      description: "Battery voltage is below the limit",
      level: "fault",
      levelName: "Fault",
      state: "started",
      startedAt: "November 21, 2026, 12:00",
      endedAt: null,
      measured: "9.1 V",
      limit: "9.5 V",
      reason: null,
      flaps: 0,
      view: LINK,
      acknowledge: LINK,
      snooze: LINK,
    },
  ],
  summaries: [],
  more: 0,
  siteCount: 1,
  count: 1,
  references: [],
  unsubscribe: LINK,
};
const isAboutAlarms = (template: string) => ALARM_TEMPLATES.includes(template);

function write(template: string, values: object = {}, wording = wordingOf("en")) {
  const person = { name: "Ada", code: "123456", email: "new@example.org", link: LINK };
  const all = {
    ...person,
    site: "Roof",
    sites: ["Roof"],
    as: "member",
    registered: true,
    serial: "HP-0001",
    token: "script",
    hours: 72,
    days: 30,
    confirmed: true,
    siteId: 12,
    budget: "changes",
    reason: "failing",
    host: "hooks.example",
    text: "It is repaired.",
    ...ALARM_VALUES,
    ...values,
  };
  return writeMail({ template, values: JSON.stringify(all) }, wording, PORTAL);
}

/** The first line of an e-mail to a user, whose name is isolated. */
const greetingOf = (name: string) =>
  english.greeting.replace("{{name}}", () => `\u2068${name}\u2069`);

test.each(templates)("%s says all it has to say, in text and in HTML", (template) => {
  const { subject, text, html } = write(template);
  const wanted = Object.keys(MAIL_VALUES[template].shape);
  const fixed: object = english;
  const own = (fixed as Record<string, { subject: string } | undefined>)[template];
  expect(isAboutAlarms(template)).toBe(own === undefined);
  if (own) expect(subject).toBe(own.subject);
  else expect(subject).not.toBe("");
  // Neither a key without a text nor a placeholder without a value.
  for (const body of [text, html])
    for (const sign of [`${template}.`, "{{"]) expect(body).not.toContain(sign);
  if (wanted.includes("name")) expect(text).toContain(greetingOf("Ada"));
  if (wanted.includes("code")) for (const body of [text, html]) expect(body).toContain("123456");
  if (wanted.includes("email"))
    for (const body of [text, html]) expect(body).toContain("\u2068new@example.org\u2069");
  if (!wanted.includes("link")) return;
  expect(text).toContain(`\n${LINK}\n`);
  const shown = LINK.replaceAll("&", "&amp;");
  expect(html.split(`href="${shown}"`)).toHaveLength(3);
  expect(html).toContain(`>${shown}</a>`);
});

test("every language has its own texts or those of English", () => {
  for (const language of LANGUAGES) {
    const wording = wordingOf(language);
    for (const template of templates) {
      const { html } = write(template, {}, wording);
      expect(html).toContain(`<html lang="${wording.language}" dir="`);
    }
  }
});

test("an e-mail in Arabic goes from right to left, its code and its links do not", () => {
  const arabic = { language: "ar" as const, t: wordingOf("en").t };
  const { html } = write("resetPassword", {}, arabic);
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html.match(/dir="rtl" style="text-align:right/g)).toHaveLength(3);
  expect(html).not.toContain("text-align:left");
  expect(html).toContain('dir="ltr" href=');
  expect(write("registerCode", {}, arabic).html).toContain('class="code" dir="ltr"');
});

test("an e-mail needs nothing from anywhere", () => {
  for (const template of templates)
    expect(write(template).html).not.toMatch(
      /<(img|script|link|iframe|form)\b|url\(|@import|src=/i,
    );
});

/** Every element of the HTML, without its content. */
const tagsOf = (html: string) => html.match(/<[^>]*>/g);

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 150 }),
  fc.string({ maxLength: 150 }),
  fc.constantFrom(
    '"><script>alert(1)</script>',
    "</title><b onmouseover=x>",
    "Ada\r\nBcc: everybody@example.org\r\n\r\nBuy",
    "\u202egnp.exe",
    "\u2069\u2069\u2066",
    "$t(activate.subject)",
    "{{name}} {{portal}} {{link}}",
    "$& $1 $` $'",
    "&lt;&#60;",
    "\ud800",
    "\u0000\u2028",
  ),
);

test("a name changes neither the markup nor the lines nor the direction of an e-mail", () => {
  const calm = write("resetPassword", { name: "Ada" });
  const anyone = write("resetPassword", { name: "" });
  fc.assert(
    fc.property(hostile, (name) => {
      const { subject, text, html } = write("resetPassword", { name });
      expect(subject).toBe(calm.subject);
      expect(tagsOf(html)).toEqual(tagsOf(calm.html));
      expect(text.split("\n")).toHaveLength(calm.text.split("\n").length);
      expect(html.split("\n")).toHaveLength(calm.html.split("\n").length);
      const [greeting = ""] = text.split("\n");
      if (text === anyone.text) return;
      const [begin = "", end = ""] = greetingOf("\n").split("\n");
      expect([greeting.startsWith(begin), greeting.endsWith(end)]).toEqual([true, true]);
      const shown = greeting.slice(begin.length, greeting.length - end.length);
      expect(shown).toMatch(/^[^\u2066-\u2069]{1,200}$/su);
      expect(shown).not.toMatch(
        /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
      );
      expect(shown.isWellFormed()).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test("a name that resembles a placeholder is not replaced", () => {
  for (const name of ["$t(activate)", "{{name}}", "$& $1"])
    expect(write("resetPassword", { name }).text).toContain(greetingOf(name));
});

test("an e-mail to an unconfirmed address contains no text of other users", () => {
  const said = "Call +1 900 555 0100 now";
  const sent: MailTemplate[] = [
    "activate",
    "alreadyRegistered",
    "registerCode",
    "newEmailCode",
    "confirmSubscription",
    "invitation",
  ] as MailTemplate[];
  for (const language of LANGUAGES) {
    for (const template of sent) {
      const values = { name: said, site: said, sites: [said], registered: false, confirmed: false };
      const mail = write(template, values, wordingOf(language));
      for (const part of Object.values(mail)) expect(part, template).not.toContain("900");
    }
    const known = { site: "Roof", email: "ada@sun.example", confirmed: true };
    expect(write("invitation", known, wordingOf(language)).text).toContain("\u2068Roof\u2069");
    const { text } = write("invitation", { ...known, confirmed: false }, wordingOf(language));
    expect(text).toContain("ada@sun.example");
    expect(text).not.toContain("Roof");
  }
});

test("a name that would become a link is left out", () => {
  for (const name of ["Win at casino.example", "see https://x", "www.xy.de", "a@b", "", "  "])
    expect(write("resetPassword", { name }).text.split("\n")[0]).toBe(english.greetingToAnyone);
  for (const name of ["J. R. Smith", "Müller-Lüdenscheidt", "محمد", "می‌خواهم", "O’Neill Jr."])
    expect(write("resetPassword", { name }).text).toContain(greetingOf(name));
});

test("a new address in a text is escaped and isolated like a name", () => {
  const { html, text } = write("emailChanged", { email: '<b>"\u202e@example.org' });
  expect(html).toContain("\u2068&lt;b&gt;&quot; @example.org\u2069");
  expect(text).toContain('\u2068<b>" @example.org\u2069');
});

test("every e-mail names the operator and the privacy notice, in text and in HTML", () => {
  const operator = {
    name: "Sun & Co",
    address: "Sun Street 1, 12345 Berlin",
    email: "help@sun.example",
    privacyUrl: "https://sun.example/privacy?a=1&b=2",
  };
  const mail = { template: "activate", values: JSON.stringify({ link: LINK }) };
  for (const language of LANGUAGES) {
    const portal = { origin: PORTAL.origin, operator };
    const { text, html } = writeMail(mail, wordingOf(language), portal);
    expect(text).toContain("\nSun & Co\nSun Street 1, 12345 Berlin\nhelp@sun.example\n");
    expect(text).toContain(":\nhttps://sun.example/privacy?a=1&b=2\n");
    expect(html).toContain("<bdi>Sun &amp; Co</bdi><br><bdi>Sun Street 1, 12345 Berlin</bdi>");
    expect(html).toContain('href="https://sun.example/privacy?a=1&amp;b=2"');
  }
});

test("an e-mail without a configured operator has the portal's own privacy notice and no empty line", () => {
  const { text, html } = write("activate");
  expect(text).toMatch(/\n-- \n[^\n]+\n\n[^\n]+:\nhttps:\/\/portal\.example\/privacy\n$/);
  expect(html).not.toContain("<bdi>");
});

test("invalid values and links that are not web addresses are refused", () => {
  expect(() =>
    writeMail({ template: "toString", values: "{}" }, wordingOf("en"), PORTAL),
  ).toThrow();
  expect(() =>
    writeMail({ template: "activate", values: "{}" }, wordingOf("en"), PORTAL),
  ).toThrow();
  for (const link of ["javascript:alert(1)", "data:text/html,x", "//x", ""])
    expect(() => write("activate", { link })).toThrow();
});

test("an alarm e-mail names alarm, value, limit and site, with a link for each action", () => {
  const { subject, text, html, unsubscribe } = write("alarmStarted");
  expect(subject).toBe("Fault: \u2068Battery voltage is below the limit\u2069 (\u2068Roof\u2069)");
  for (const part of ["Battery", "9.1 V", "9.5 V", "November 21, 2026, 12:00"])
    for (const body of [text, html]) expect(body).toContain(part);
  expect(html.split(`href="${LINK.replaceAll("&", "&amp;")}"`)).toHaveLength(5);
  expect(unsubscribe).toBe(LINK);
});

test("a text from a logger cannot become a link in a mail program", () => {
  const [alarm] = ALARM_VALUES.alarms;
  for (const text of [
    "casino.example",
    "https://casino.example/x",
    "mailto:a@b.example",
    "//x.y",
  ]) {
    const alarms = [{ ...alarm, device: text, description: text, site: text, measured: text }];
    const mail = write("alarmStarted", { alarms });
    for (const body of [mail.subject, mail.text, mail.html])
      expect(body.replaceAll(LINK, "").replaceAll(LINK.replaceAll("&", "&amp;"), "")).not.toContain(
        text,
      );
  }
});

test.each([
  ["en", 1, "for 1 day."],
  ["en", 30, "for 30 days."],
  ["ar", 1, "لمدة يوم واحد،"],
  ["ar", 2, "لمدة يومين،"],
  ["ar", 7, "لمدة 7 أيام،"],
  ["ar", 90, "لمدة 90 يومًا،"],
  ["ar", 200, "لمدة 200 يوم،"],
] as const)("in %s, a token's %i days have their plural form", (language, days, words) => {
  expect(write("tokenCreated", { days }, wordingOf(language)).text).toContain(words);
});
