import { expect, type Page, test } from "@playwright/test";
import { LANGUAGES } from "#domain/languages.ts";
import { readE2eServer } from "../support/e2e-server.ts";
import { findMisplaced, findWidening } from "../support/find-misplaced-texts.ts";
import { someHostileTexts } from "../support/hostile-texts.ts";
import { makeAccount, password } from "../support/make-account.ts";
import { awaitAlive, watchPage } from "../support/page-watch.ts";
import { openSite, signIn } from "../support/sign-in.ts";
import { accountOf, spareSiteOf } from "../support/spare-sites.ts";

const { url } = readE2eServer();
const { name } = spareSiteOf("hostile-texts");
test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.62" } });

const headers = { Origin: new URL(url).origin };

/** Texts that the browser shows, one in each language; `npm run probe -- hostile-texts` has all texts in all fields. */
const SHOWN = someHostileTexts(LANGUAGES.length);
/** Texts that are looked for in the HTML of the server. */
const READ = someHostileTexts(12);

async function post(page: Page, path: string, body: object): Promise<number> {
  const answer = await page.request.post(`/api${path}`, { headers, data: body });
  return answer.status();
}

/** Wherever a text may be given to a site or oneself, it is given, or refused in so many words. */
async function write(page: Page, person: Page, siteKey: string, text: string): Promise<void> {
  const banner = { textPosition: 4, bannerImages: [] };
  const answers = [
    await post(page, "/site/v2/updateBanner", { siteKey, ...banner, bannerText: text }),
    await post(person, "/user/v2/updateBanner", { ...banner, bannerText: text }),
    await post(page, "/site/v2/updateName", { siteKey, name: text }),
    await post(page, "/site/v2/updateGPSInfo", { siteKey, location: text }),
    await post(page, "/site/v2/tag/add", { siteKey, name: text }),
    await post(page, "/site/v2/config/add", { siteKey, option: "yearBuilt", value: text }),
    await post(person, "/user/v2/update", { name: text.slice(0, 60), city: text, company: text }),
    await post(page, "/site/v2/user/invite", { siteKey, email: text, role: 3 }),
  ];
  expect(
    answers.filter((status) => ![200, 404, 409, 422, 429].includes(status)),
    text,
  ).toEqual([]);
}

/** What a page says of itself: scripts and handlers that are not ours. */
function strangeMarkup(html: string): string[] {
  // What the loaders gave travels in scripts of ours, which have the page's nonce; a text that ended one would show.
  const markup = html.replaceAll(/<script[^>]* nonce="[^"]*"[^>]*>[\s\S]*?<\/script>/g, "");
  // A text within the quotes of a value is what it is to be; one that ended them is outside.
  const unquoted = markup.replaceAll(/="[^"]*"/g, '=""');
  return [
    ...(markup.match(/<script(?![^>]*nonce=)[^>]*>[^<]{0,80}/gi) ?? []),
    ...(markup.match(/<(?:iframe|base|math|svg\/|animate|body onload)[^>]*>/gi) ?? []),
    ...(unquoted.match(/<[a-z][^>]*\son[a-z]+=[^>]*>/gi) ?? []),
    ...(markup.match(/href="javascript:[^"]*"/gi) ?? []),
    ...(markup.match(/<(?:img|link|meta|style)[^>]*evil\.example[^>]*>/gi) ?? []),
  ];
}

test("no text of a site or a user becomes a part of a page", async ({ page, browser }) => {
  // A user of the journey's own, whose name no other test reads.
  const person = await browser.newPage();
  await signIn(person, { account: await makeAccount(person, "Hilda"), password });
  await signIn(page, accountOf("hostile-texts"));
  await openSite(page, name);
  const address = page.url();
  const key = new URL(address).searchParams.get("key") ?? "";
  const look = address.replace("/realtime", "/settings/appearance");
  const asked = { headers, data: { siteKey: key } };
  const before = await (await page.request.post("/api/site/v2/getSiteById", asked)).json();
  try {
    for (const text of READ) {
      await write(page, person, key, text);
      for (const [who, path] of [
        [page, address],
        [page, look],
        [page, "/sitelist"],
        [person, "/user"],
        [person, "/sitelist"],
      ] as const) {
        const html = await (await who.request.get(path)).text();
        expect(strangeMarkup(html), `${path}: ${text}`).toEqual([]);
      }
    }
    const complaints = [page, person].map(watchPage);
    for (const who of [page, person]) await who.setViewportSize({ width: 390, height: 844 });
    for (const [place, text] of SHOWN.entries()) {
      const language = LANGUAGES[place % LANGUAGES.length] ?? "en";
      await write(page, person, key, text);
      for (const [who, path] of [
        [page, look],
        [person, "/user"],
      ] as const) {
        await who.context().addCookies([
          { name: "tbb_language", value: language, url },
          { name: "openbanner", value: "1", url },
        ]);
        await who.goto(path);
        await awaitAlive(who);
        const wrong = [...(await findWidening(who)), ...(await findMisplaced(who, [text]))];
        expect(wrong, `${language}, ${path}: ${text}`).toEqual([]);
        expect(await who.evaluate(() => "broken" in globalThis)).toBe(false);
      }
    }
    expect(complaints).toEqual([[], []]);
  } finally {
    await post(page, "/site/v2/updateName", { siteKey: key, name });
    const { location } = before.data;
    await post(page, "/site/v2/updateGPSInfo", { siteKey: key, location });
    await post(page, "/site/v2/updateBanner", { siteKey: key, textPosition: 0 });
    await person.close();
  }
});
