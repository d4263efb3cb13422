import { expect, type Page, test } from "@playwright/test";
import { findBarriers } from "../support/examine-page.ts";
import { press, typeInto } from "../support/keyboard.ts";
import {
  type OperatorWorld,
  openWindow,
  startOperatorWorld,
  WAYS,
} from "../support/operator-world.ts";
import { awaitAlive, overflowOf } from "../support/page-watch.ts";
import { speaker } from "../support/texts.ts";
import { findSmallTargets } from "../support/touch-targets.ts";

// News and blocked addresses concern every user: these journeys have a platform of their own.
test.describe.configure({ mode: "serial" });
test.use({ extraHTTPHeaders: { "CF-Connecting-IP": "198.51.100.121" } });

let world: OperatorWorld;

test.beforeAll(async () => {
  world = await startOperatorWorld();
});

test.afterAll(async () => {
  await world.server.stop();
});

async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  if ((page.viewportSize()?.width ?? 0) < 768) expect(await findSmallTargets(page)).toEqual([]);
}

const withoutRefusals = (complaints: readonly string[]) =>
  complaints.filter((complaint) => !complaint.includes("422"));

for (const way of WAYS) {
  const { language } = way;
  const say = speaker(language);

  test(`news is written, previewed and published, and shown once after sign-in: ${language}`, async ({
    browser,
  }) => {
    const { page, complaints } = await openWindow(browser, world, way, world.operator);
    await page.goto("/platform/news");
    await awaitAlive(page);
    await expectAccessible(page);
    await press(page, page.getByRole("link", { name: say("platform:news.add") }));
    await expect(page.getByRole("heading", { name: say("platform:news.new") })).toBeVisible();
    const field = (name: string) => page.locator(`[name="${name}"]`);
    const save = page.getByRole("button", { name: say("platform:news.save") });
    await press(page, save);
    await expect(page.getByText(say("problems:required"))).toBeVisible();
    await expect(field("texts.en.title")).toBeFocused();
    await typeInto(page, field("texts.en.title"), `Title ${language}`);
    await typeInto(page, field("texts.en.text"), "First paragraph.\n\nSecond paragraph.");
    const preview = page.getByRole("region", { name: say("platform:news.preview.title") });
    await expect(preview.getByRole("heading", { name: `Title ${language}` })).toBeVisible();
    await press(page, preview.getByRole("button", { name: "Deutsch" }));
    await expect(
      preview.getByText(say("platform:news.preview.fallback", { language: "Deutsch" })),
    ).toBeVisible();
    await press(page, page.locator("summary", { hasText: "Deutsch" }));
    await typeInto(page, field("texts.de.title"), "Titel");
    await typeInto(page, field("texts.de.text"), "Absatz.");
    await expect(preview.getByRole("heading", { name: "Titel" })).toBeVisible();
    await field("attention").check();
    await field("publish").selectOption("now");
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath(`news-${language}.png`), fullPage: true });
    await press(page, save);
    await expect(page).toHaveURL(/\/platform\/news$/);
    await expect(page.getByRole("link", { name: `Title ${language}` })).toBeVisible();
    expect(withoutRefusals(complaints)).toEqual([]);
    await page.context().close();

    const reader = await openWindow(browser, world, way, world.server.accounts.fleet);
    const dialog = reader.page.getByRole("dialog", { name: `Title ${language}` });
    await expect(dialog.getByText("Second paragraph.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: say("common:actions.close") })).toBeFocused();
    expect(await findBarriers(reader.page)).toEqual([]);
    await reader.page.screenshot({ path: test.info().outputPath(`popup-${language}.png`) });
    const marked = reader.page.waitForResponse(
      (answer) => answer.request().method() === "POST" && answer.url().includes("/news"),
    );
    await reader.page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await marked;
    await reader.page.goto("/sitelist");
    await awaitAlive(reader.page);
    await expect(dialog).toHaveCount(0);
    expect(reader.complaints).toEqual([]);
    await reader.page.context().close();

    const visitor = await openWindow(browser, world, way, world.server.accounts.demo);
    await expect(visitor.page.getByRole("dialog")).toHaveCount(0);
    await visitor.page.context().close();
  });
}

for (const way of WAYS) {
  const { language } = way;
  const say = speaker(language);

  test(`users, modules and addresses are administered, and the log shows it: ${language}`, async ({
    browser,
  }) => {
    const { accounts } = world.server;
    const { page, complaints } = await openWindow(browser, world, way, world.operator);
    const shot = (name: string) =>
      page.screenshot({ path: test.info().outputPath(`${name}-${language}.png`) });
    const openFilters = async () => {
      const opener = page.getByRole("button", { name: say("common:filters.label") });
      if (await opener.isVisible()) await opener.click();
    };
    const button = (key: string, values = {}) =>
      page.getByRole("button", { name: say(`platform:${key}`, values), exact: true });

    await page.goto("/platform/users");
    await awaitAlive(page);
    await expectAccessible(page);
    await openFilters();
    await page.getByRole("searchbox").fill("monitor@");
    await page.getByRole("searchbox").press("Enter");
    await page.waitForURL(/search=/);
    // In a narrow window the filters no longer lie over the list.
    if ((page.viewportSize()?.width ?? 0) < 768)
      await expect(page.getByRole("searchbox", { includeHidden: true })).toBeHidden();
    await expect(page.getByText(accounts.monitor.account)).toBeVisible();
    await expect(page.getByText(accounts.owner.account)).toHaveCount(0);
    await page
      .getByRole("list", { name: say("platform:users.title") })
      .getByRole("link")
      .click();
    await expect(page.getByText(say("platform:users.sites.title"))).toBeVisible();
    const rule = page.getByRole("textbox", { name: say("platform:users.rule") });
    await typeInto(page, rule, "100");
    await press(page, button("users.ruleSave"));
    const isAsked = page.getByRole("dialog", { name: say("common:identity.title") });
    const password = isAsked.locator("[name=identityPassword]");
    await expect(
      password.or(page.getByText(say("problems:tooBigLimit", { limit: "99" }))),
    ).toBeVisible();
    if (await password.isVisible()) {
      await password.fill(world.operator.password);
      await password.press("Enter");
    }
    await expect(page.getByText(say("problems:tooBigLimit", { limit: "99" }))).toBeVisible();
    await rule.fill("3");
    await button("users.ruleSave").click();
    // The confirmation of a moment ago may still hold.
    await expect(password.or(page.getByText(say("platform:users.ruleSaved")))).toBeVisible();
    if (await password.isVisible()) {
      await password.fill(world.operator.password);
      await password.press("Enter");
    }
    await expect(page.getByText(say("platform:users.ruleSaved"))).toBeVisible();
    await expectAccessible(page);
    await shot("user");

    await page.goto("/platform/modules/new");
    await awaitAlive(page);
    const field = (name: string) => page.locator(`[name="${name}"]`);
    const [serial] = [`NEW-${language.toUpperCase()}-0001`];
    await typeInto(page, field("serial"), serial);
    await typeInto(page, field("type"), "K1");
    await press(page, button("modules.one.submit"));
    await expect(page.getByText(say("platform:modules.one.done", { serial }))).toBeVisible();
    await expect(page.getByLabel(say("platform:modules.secrets.label"))).toHaveValue(
      new RegExp(`serial,check_code,secret[^]*${serial},[A-Z2-9]{10},`),
    );
    const csv = field("csv");
    const check = button("modules.import.check");
    await csv.fill(`serial,type\n${serial},K1\nshort,K1\nIMPORT-${language.toUpperCase()}-1,K1`);
    await press(page, check);
    const faults = page.getByRole("list", { name: say("platform:modules.import.faultList") });
    await expect(faults.getByRole("listitem")).toHaveCount(2);
    await expect(faults).toContainText(say("problems:moduleThere"));
    await expectAccessible(page);
    await csv.fill(
      `serial,type\nIMPORT-${language.toUpperCase()}-1,K1\nIMPORT-${language.toUpperCase()}-2,K1`,
    );
    await press(page, check);
    const register = page.getByRole("button", {
      name: say("platform:modules.import.submit_other", { count: 2 }),
    });
    await expect(register).toBeVisible();
    await shot("import");
    await press(page, register);
    await expect(
      page.getByText(say("platform:modules.import.done_other", { count: 2 })),
    ).toBeVisible();
    const saved = page.waitForEvent("download");
    await page
      .getByRole("button", { name: say("platform:modules.secrets.download") })
      .last()
      .click();
    expect((await saved).suggestedFilename()).toBe("modules.csv");
    await page.goto("/platform/modules?search=import-");
    await awaitAlive(page);
    const remove = page.getByRole("button", {
      name: say("platform:modules.deleteOne", { serial: `IMPORT-${language.toUpperCase()}-1` }),
    });
    await expectAccessible(page);
    await press(page, remove);
    await expect(remove).toHaveCount(0);
    // In some languages the page has the same name as its list.
    await expect(page.locator("h2:focus")).toHaveText(say("platform:modules.list"));

    await page.goto("/platform/blocked");
    await awaitAlive(page);
    const address = `@${language}.spam.example`;
    await typeInto(page, field("address"), address);
    await press(page, button("blocked.submit"));
    await expect(page.getByText(say("platform:blocked.done"))).toBeVisible();
    await expectAccessible(page);
    const lift = page.getByRole("button", {
      name: say("platform:blocked.unblockOne", { address }),
    });
    await press(page, lift);
    await expect(lift).toHaveCount(0);

    await page.goto("/platform/subscribers");
    await awaitAlive(page);
    await expectAccessible(page);
    const file = await page.request.get("/platform/subscribers/download");
    expect([file.status(), file.headers()["content-type"]]).toEqual([
      200,
      "text/csv; charset=utf-8",
    ]);

    await page.goto("/platform/health");
    await awaitAlive(page);
    await expect(page.getByText(say("platform:health.backlogs.mail"))).toBeVisible();
    await expectAccessible(page);
    await shot("health");

    await page.goto("/platform/feedback");
    await awaitAlive(page);
    await page
      .getByRole("checkbox", { name: say("platform:feedback.notice.label") })
      .setChecked(true);
    await press(page, button("feedback.notice.save"));
    await expect(page.getByText(say("platform:feedback.notice.saved"))).toBeVisible();
    await expectAccessible(page);

    await page.goto("/platform/audit");
    await awaitAlive(page);
    await expect(page.getByText(say("platform:audit.acts.module.added", { serial }))).toBeVisible();
    await expect(
      page.getByText(say("platform:audit.acts.address.unblocked", { address })),
    ).toBeVisible();
    await expectAccessible(page);
    await shot("audit");
    await openFilters();
    await page.locator("[name=area]").selectOption("user");
    await page.getByRole("button", { name: say("common:filters.apply") }).click();
    await expect(page).toHaveURL(/area=user/);
    await expect(page.getByRole("link", { name: accounts.monitor.account }).first()).toBeVisible();
    await expect(page.getByText(say("platform:audit.acts.module.added", { serial }))).toHaveCount(
      0,
    );
    expect(withoutRefusals(complaints)).toEqual([]);
    await page.context().close();
  });
}

for (const way of WAYS) {
  const { language } = way;
  const say = speaker(language);

  test(`a monitor sees the gallery of a site, and changes nothing: ${language}`, async ({
    browser,
  }) => {
    const { page, complaints } = await openWindow(
      browser,
      world,
      way,
      world.server.accounts.monitor,
    );
    const site = page.locator("a[href*='/realtime?']").first();
    const address = (await site.getAttribute("href")) ?? "";
    await page.goto(address.replace(/^.*\/realtime/, "/gallery"));
    await awaitAlive(page);
    await expect(
      page.getByRole("heading", { name: say("branding:appearance.gallery") }),
    ).toBeVisible();
    await expect(page.getByText(say("branding:appearance.noPictures"))).toBeVisible();
    await expect(page.getByText(say("branding:appearance.addPicture"))).toHaveCount(0);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
}

test("a news item is changed and deleted", async ({ browser }) => {
  const [way] = WAYS;
  if (way === undefined) throw new Error("there is no way");
  const say = speaker(way.language);
  const { page, complaints } = await openWindow(browser, world, way, world.operator);
  await page.goto("/platform/news");
  await awaitAlive(page);
  await page.getByRole("link", { name: "Title en" }).click();
  await page.locator('[name="texts.en.title"]').fill("Changed title");
  await page.locator('[name="publish"]').selectOption("draft");
  await page.getByRole("button", { name: say("platform:news.save") }).click();
  await expect(page.getByText(say("platform:news.saved"))).toBeVisible();
  await page.getByRole("button", { name: say("platform:news.delete") }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: say("platform:news.deleteSubmit") }).click();
  await expect(page).toHaveURL(/\/platform\/news$/);
  await expect(page.getByRole("link", { name: "Changed title" })).toHaveCount(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});

const PAGES = [
  "/feedback",
  "/feedback/1",
  "/news",
  "/news/new",
  "/news/1",
  "/rules",
  "/deliveries",
  "/users",
  "/users/1",
  "/modules",
  "/modules/new",
  "/subscribers",
  "/blocked",
  "/audit",
  "/health",
];

test("other users get the answer of an unknown address at every page of the operator", async ({
  browser,
}) => {
  const [way] = WAYS;
  if (way === undefined) throw new Error("there is no way");
  const { page } = await openWindow(browser, world, way, world.server.accounts.owner);
  const withoutNonces = async (path: string) => {
    const answer = await page.request.get(path);
    const text = await answer.text();
    return {
      status: answer.status(),
      words: text.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>|\s+/g, " ").replace(/ +/g, " "),
    };
  };
  const unknown = await withoutNonces("/no-such-page");
  expect(unknown.status).toBe(404);
  for (const path of [...PAGES, "", "/subscribers/download"])
    expect(await withoutNonces(`/platform${path}`), path).toEqual(unknown);
  await page.context().close();
});
