/** No text that a person, a logger or an address brings becomes a part of a page, runs, leaves its box or turns what is beside it. */
import { chromium } from "@playwright/test";
import { z } from "zod";
import { LANGUAGES, type Language } from "#domain/languages.ts";
import { findInstalledBrowser } from "#tools/browser/installed-browser.ts";
import { someHostileTexts } from "../support/hostile-texts.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { startServer } from "../support/server.ts";
import { gatherCast, writeTexts } from "./hostile-texts/cast.ts";
import { HostileTextLogger } from "./hostile-texts/hostile-text-logger.ts";
import { compareMarkup, type Markup, readMarkup } from "./hostile-texts/markup.ts";
import { openBrowsers } from "./hostile-texts/open-browsers.ts";
import { listPages } from "./hostile-texts/pages.ts";
import { placeTexts } from "./hostile-texts/place-texts.ts";
import { findFaults } from "./hostile-texts/read-table.ts";
import { showPage } from "./hostile-texts/show-page.ts";

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  /** Texts. */
  count: z.coerce.number().int().min(1).max(500).default(500),
  /** Of these so many are also written and shown, each at two widths; all of them are put where a page shows another. */
  shown: z.coerce.number().int().min(0).max(500).default(20),
  /** In how many languages each of them is read: with fewer than six these take turns. */
  languages: z.coerce.number().int().min(1).max(6).default(6),
  /** Pages whose path begins so, and no others. */
  only: z.string().default(""),
  /** A folder for pictures of what is wrong. */
  pictures: z.string().default(""),
});
const SITES = 12;
const HARMLESS = "Harmless";
/** More than anybody may try. */
const WRONG_LINKS = 150;

const { count, shown, languages, only, pictures } = options;
const texts = someHostileTexts(count);
const isShown = new Set(texts.slice(0, shown));
console.log(
  `${count} texts in ${languages} of ${LANGUAGES.length} languages each, ${isShown.size} of them shown as they are written`,
);
const server = await startServer();
const executablePath = findInstalledBrowser();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
/** What was found, and how often. */
const counted = new Map<string, number>();
const counts = { read: 0, shown: 0, placed: 0 };
const cast = await gatherCast(server);
const [site] = server.fleet.sites;
if (site === undefined) throw new Error("the fleet has no site");
const logger = new HostileTextLogger(site);
await writeTexts(cast, [HARMLESS]);
await logger.connect(server.url, HARMLESS);
await logger.report(HARMLESS);
const { people, keys, link, download } = await openBrowsers(browser, server, cast);

/** What kinds of elements pages have with harmless texts. */
const harmless = new Set<string>();
const begun = Date.now();
for (const language of LANGUAGES)
  for (const text of [HARMLESS, "Nothing"]) await readAll(text, language, learn);
await learnWaiting();
for (const [place, language] of LANGUAGES.entries()) {
  await placeAll(
    texts.filter((_, one) => one % LANGUAGES.length === place),
    language,
  );
  console.log(
    `${language}: ${counts.placed} texts placed, ${counted.size} kinds of findings, ${seconds()} s`,
  );
}
for (const [place, text] of texts.entries()) {
  // Of the other sites each has another text.
  const written = Array.from(
    { length: SITES },
    (_, other) => texts.at((place + 41 * other) % count) ?? "",
  );
  await writeTexts(cast, written);
  await logger.report(text);
  for (const fault of findFaults(await download())) report("the download", fault);
  for (let turn = 0; turn < languages; turn += 1) {
    const language = LANGUAGES[(place + turn) % LANGUAGES.length] ?? "en";
    await readAll(text, language, judge);
    if (isShown.has(text) && turn === 0) await showAll(written, language);
  }
  if (place % 10 === 9)
    console.log(
      `${place + 1} texts, ${counts.read} pages read, ${counts.shown} shown, ${counted.size} kinds of findings, ${seconds()} s`,
    );
}
logger.stop();
await browser.close();
await server.stop();
for (const [finding, times] of counted) console.log(`${times} × ${finding}`);
console.log(`${counts.placed} texts placed, ${counts.read} pages read, ${counts.shown} shown`);
console.log(counted.size === 0 ? "✓ texts stay texts" : `✗ ${counted.size} kinds of findings`);
process.exit(counted.size === 0 ? 0 : 1);

function report(finding: string, where: string): void {
  const known = counted.get(finding) ?? 0;
  if (known === 0) console.log(`✗ ${finding}\n    ${where}`);
  counted.set(finding, known + 1);
}

function seconds(): number {
  return Math.round((Date.now() - begun) / 1_000);
}

function pagesOf(text: string) {
  return listPages(keys, link, text).filter(({ path }) => path.startsWith(only));
}

type Judge = (path: string, found: Markup, text: string) => void;

/** All pages as the server makes them. */
async function readAll(text: string, language: Language, take: Judge): Promise<void> {
  const pages = pagesOf(text);
  await Promise.all(
    [...people].map(async ([actor, { reader, speak }]) => {
      const paths = pages.filter((one) => one.actor === actor).map(({ path }) => path);
      await speak(language);
      const found = await readMarkup(reader, paths);
      for (const [place, markup] of found.entries()) take(`${actor} ${paths[place]}`, markup, text);
      counts.read += found.length;
    }),
  );
}

function learn(path: string, { kinds, status }: Markup): void {
  if (status >= 500) throw new Error(`${path} is answered with ${status}`);
  for (const kind of kinds) harmless.add(kind);
}

/** After many attempts at links the page asks to wait, also for harmless links. */
async function learnWaiting(): Promise<void> {
  const reader = people.get("anonymous")?.reader;
  const paths = Array.from({ length: WRONG_LINKS }, (_, link) => `/share?tk=${HARMLESS}${link}`);
  for (const markup of (reader && (await readMarkup(reader, paths))) ?? []) learn("/share", markup);
}

function judge(path: string, found: Markup, text: string): void {
  if (found.status >= 500) report(`answered with ${found.status}`, `${path}: ${text}`);
  for (const kind of compareMarkup(harmless, found))
    report(`markup that no harmless text makes: ${kind}`, `${path}: ${text}`);
}

/** Texts on every page that says the harmless one. */
async function placeAll(some: readonly string[], language: Language): Promise<void> {
  if (some.length === 0) return;
  await writeTexts(cast, [HARMLESS]);
  await logger.report(HARMLESS);
  await Promise.all(
    [...people].map(async ([actor, { page, speak }]) => {
      await speak(language);
      for (const { path } of pagesOf(HARMLESS).filter((one) => one.actor === actor)) {
        const found = await placeTexts(page, path, HARMLESS, some);
        for (const { what, where } of found) report(what, `${language}: ${where}`);
        counts.placed += some.length;
      }
    }),
  );
}

async function showAll(written: readonly string[], language: Language): Promise<void> {
  const [text = ""] = written;
  const pages = pagesOf(text);
  await Promise.all(
    [...people].map(async ([actor, { page, complaints, speak }]) => {
      await speak(language);
      for (const { path } of pages.filter((one) => one.actor === actor)) {
        const found = await showPage(page, path, written, pictures);
        for (const finding of found) report(finding.what, `${language}: ${finding.where}`);
        for (const complaint of complaints.splice(0))
          report(`the browser: ${complaint}`.slice(0, 160), `${language} ${path}`);
        counts.shown += 1;
      }
    }),
  );
}
