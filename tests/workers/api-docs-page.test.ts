import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ORIGIN } from "../support/call-api.ts";

async function openPage(headers: Record<string, string> = {}) {
  const response = await exports.default.fetch(`${ORIGIN}/api/docs`, { headers });
  return {
    policy: response.headers.get("Content-Security-Policy") ?? "",
    html: await response.text(),
  };
}

test("every script and style of the page carries the nonce of its policy, which is new each time", async () => {
  const { policy, html } = await openPage();
  const [, nonce] = /script-src 'nonce-([\w-]{22,})'(;|$)/.exec(policy) ?? [];
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("default-src 'none'");
  const run = [...html.matchAll(/<(script|style)\b([^>]*)>/g)].filter(
    ([, , attributes = ""]) => !attributes.includes("application/json"),
  );
  expect(run).toHaveLength(2);
  for (const [, , attributes] of run) expect(attributes).toContain(`nonce="${nonce}"`);
  expect(html).not.toMatch(/\son\w+=|javascript:|\sstyle=|https?:\/\//);
  expect((await openPage()).policy).not.toBe(policy);
});

test("the page is in the language that was chosen, else in the one asked for", async () => {
  const { html } = await openPage({ "Accept-Language": "ar-EG, en;q=0.5" });
  expect(html).toContain('<html lang="ar" dir="rtl"');
  const chosen = await openPage({ "Accept-Language": "ar", Cookie: "tbb_language=en" });
  expect(chosen.html).toContain('<html lang="en" dir="ltr"');
});
