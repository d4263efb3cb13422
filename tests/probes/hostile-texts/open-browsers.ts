import type { Browser, Page } from "@playwright/test";
import type { Language } from "#domain/languages.ts";
import { watchPage } from "../../support/page-watch.ts";
import type { TestServer } from "../../support/server.ts";
import type { Cast } from "./cast.ts";
import type { Actor } from "./pages.ts";

/** A document of the portal's own origin on which no page of ours runs. */
const BARE = "/api/basic/v2/envelopeKeys";

const TILES = "https://tile.openstreetmap.org/";

export type Person = {
  page: Page;
  /** Stands on a bare document, and reads pages without showing them. */
  reader: Page;
  complaints: string[];
  speak(language: Language): Promise<void>;
};

/** Browsers of everybody who looks at pages, and what their addresses need. */
export async function openBrowsers(browser: Browser, server: TestServer, cast: Cast) {
  const { url, accounts } = server;
  const { origin } = new URL(url);
  const headers = { Origin: origin };
  const people = new Map<Actor, Person>();
  const open = async (actor: Actor, address: string) => {
    const context = await browser.newContext({
      baseURL: url,
      locale: "en-GB",
      // Three persons at a time must not be one to the limits.
      extraHTTPHeaders: { "CF-Connecting-IP": address },
    });
    const [page, reader] = [await context.newPage(), await context.newPage()];
    await page.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) =>
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    const complaints = watchPage(page);
    page.on("dialog", (dialog) => {
      complaints.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    // The run makes no requests to outside services, including map tiles.
    await context.route(
      (address) => address.origin !== origin,
      (route) => {
        const asked = route.request().url();
        if (!asked.startsWith(TILES)) complaints.push(`a request to ${asked}`);
        return route.abort();
      },
    );
    await reader.goto(BARE);
    const speak = (language: Language) =>
      context.addCookies([
        { name: "tbb_language", value: language, url },
        { name: "openbanner", value: "1", url },
      ]);
    people.set(actor, { page, reader, complaints, speak });
    return context;
  };
  const signIn = async (actor: "owner" | "monitor", address: string) => {
    const context = await open(actor, address);
    const { account, password } = accounts[actor];
    const form = { account, password };
    const answer = await context.request.post("/login", { form, headers, maxRedirects: 0 });
    if (answer.status() !== 302) throw new Error(`signing in: ${answer.status()}`);
    const call = async <Data>(path: string, data: object) => {
      const called = await context.request.post(`/api${path}`, { headers, data });
      return ((await called.json()) as { data: Data }).data;
    };
    const { key } = await call<{ key: string }>("/site/v2/getSiteById", { id: cast.site });
    const download = async () => (await context.request.get("/sitelist/download")).text();
    return { key, call, download };
  };
  const owner = await signIn("owner", "198.51.100.1");
  const monitor = await signIn("monitor", "198.51.100.2");
  const shared = { siteId: cast.site, showWorld: 1 };
  await owner.call("/site/v2/share/add", shared);
  const { account: link } = await owner.call<{ account: string }>(
    "/site/v2/share/getBySiteId",
    shared,
  );
  const viewer = await open("viewer", "198.51.100.3");
  await viewer.request.post(`/share?tk=${link}`, { form: { password: "" }, headers });
  await open("anonymous", "198.51.100.4");
  const keys = { owner: owner.key, monitor: monitor.key };
  return { people, keys, link, download: owner.download };
}
