import { expect, test } from "vitest";
import { z } from "zod";
import { Problem } from "#domain/problem.ts";
import { onSite, signedIn } from "./access.ts";
import type { AnyOperation } from "./call.ts";
import type { Anonymous, Context } from "./context.ts";
import { operation } from "./operation.ts";
import { siteInput } from "./site-input.ts";
import { operations } from "./table.ts";

const anonymous: Anonymous = { kind: "anonymous", endedElsewhere: false, address: "192.0.2.1" };
/** Throws on every access to a property. */
const untouchable = new Proxy({} as Context, {
  get(_, name) {
    throw new Error(`touched ${String(name)}`);
  },
});

const description = { summary: "", output: z.unknown(), example: { input: {}, output: null } };

function check({ access }: AnyOperation, caller: Anonymous): Promise<unknown> {
  return access.check({ site: { id: 1 } }, caller, untouchable);
}

test("every operation refuses an anonymous caller unless it says anyone, before it looks at anything", async () => {
  for (const row of operations as readonly AnyOperation[]) {
    if (row.access.kind === "anyone") continue;
    await expect(check(row, anonymous), row.path).rejects.toEqual(new Problem("notSignedIn"));
    await expect(check(row, { ...anonymous, endedElsewhere: true }), row.path).rejects.toEqual(
      new Problem("sessionEnded"),
    );
  }
});

test("the operations open to anyone are exactly the listed ones", () => {
  const open = operations.filter(({ access }) => access.kind === "anyone").map(({ path }) => path);
  expect(open).toEqual([
    "POST /auth/v2/login",
    "POST /auth/v2/activate",
    "POST /auth/v2/resetPassword",
    "GET /auth/v2/hasDemo",
    "POST /auth/v2/enterDemo",
    "POST /user/v2/register/emailCaptcha",
    "POST /user/v3/register",
    "POST /user/v2/register",
    "POST /user/v2/sendEmailResetPassword",
    "GET /basic/v2/envelopeKeys",
    "POST /basic/v2/code/getAllLanguageCode",
    "POST /basic/v2/code/getAllCountryCode",
    "POST /basic/v2/email/addSubscribeEmail",
    "GET /basic/v2/email/subscription",
    "POST /basic/v2/email/confirmSubscription",
    "POST /basic/v2/email/endSubscription",
    "POST /site/v2/share/getByShareAccount",
    "POST /auth/v2/shareLogin",
    "POST /site/v2/share/world",
    "GET /site/v2/alarm/link",
    "POST /site/v2/alarm/link/acknowledge",
    "POST /site/v2/alarm/link/snooze",
    "POST /user/v2/notification/unsubscribe",
  ]);
});

test("an operation on a site does not compile with an input that names none", () => {
  operation({
    path: "POST /site/v2/example",
    input: siteInput({ name: z.string() }),
    description,
    access: onSite("editSite"),
    run: async ({ input, site }) => `${input.name} ${site.id}`,
  });
  operation({
    path: "POST /site/v2/example",
    input: z.object({ id: z.int() }),
    description,
    // @ts-expect-error the input names no site
    access: onSite("editSite"),
    run: async () => null,
  });
  operation({
    path: "POST /site/v2/example",
    input: z.object({}),
    description,
    access: signedIn("listSites"),
    // @ts-expect-error the access names no site, so `run` receives none
    run: async ({ site }) => site,
  });
  expect.assertions(0);
});

test("a site is named by id, siteId, sn or siteKey, the first of them that is there", () => {
  const input = siteInput({ name: z.string().trim() });
  expect(input.parse({ siteId: 3, name: " a " })).toMatchObject({ site: { id: 3 }, name: "a" });
  expect(input.parse({ id: 2, siteId: 3, sn: "AB-1234", name: "" }).site).toEqual({ id: 2 });
  expect(input.parse({ sn: " ab-1234 ", name: "" }).site).toEqual({ serial: "AB-1234" });
  expect(input.parse({ siteKey: "k_x", name: "" }).site).toEqual({ pageKey: "k_x" });
  expect(input.safeParse({ name: "" }).error?.issues).toMatchObject([
    { path: ["id"], message: "required" },
  ]);
});
