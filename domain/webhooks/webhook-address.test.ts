import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";
import { readWebhookAddress } from "./webhook-address.ts";

type Fixture = Record<"accepted" | "private" | "public", string[]> & {
  refused: Record<string, string[]>;
};
const path = new URL("../../tests/fixtures/webhook-addresses.json", import.meta.url);
const fixture: Fixture = JSON.parse(readFileSync(path, "utf8"));
const PORTAL = "portal.helioport.app";

for (const [kind, addresses] of Object.entries(fixture.refused))
  test(`a webhook reaches nothing inside of a network: ${kind}`, () => {
    const accepted = addresses.filter((text) => "address" in readWebhookAddress(text, PORTAL));
    expect(accepted).toEqual([]);
  });

test("public names are accepted, and stored as they are requested", () => {
  for (const text of fixture.accepted)
    expect(readWebhookAddress(text, PORTAL)).toEqual({ address: new URL(text).href });
});

test("the portal does not call itself, and an address has a limit", () => {
  expect(readWebhookAddress(`https://${PORTAL}/api`, PORTAL)).toEqual({ fault: "webhookPrivate" });
  const long = `https://example.org/${"a".repeat(1_000)}`;
  expect(readWebhookAddress(long, PORTAL)).toEqual({ fault: "webhookAddress" });
});

test("an address that is accepted is accepted again as it is stored", () => {
  const accented = (length: number) => `https://example.org/${"é".repeat(length)}`;
  const stored = readWebhookAddress(accented(160), PORTAL);
  expect(stored).toEqual({ address: new URL(accented(160)).href });
  expect("address" in stored && readWebhookAddress(stored.address, PORTAL)).toEqual(stored);
  expect(readWebhookAddress(accented(200), PORTAL)).toEqual({ fault: "webhookAddress" });
});

test("a refusal names its reason", () => {
  const faultOf = (text: string) => readWebhookAddress(text, PORTAL);
  expect(faultOf("http://example.org/")).toEqual({ fault: "webhookHttps" });
  expect(faultOf("https://10.0.0.1/")).toEqual({ fault: "webhookPrivate" });
  expect(faultOf("https://example.org:8443/")).toEqual({ fault: "webhookAddress" });
});

test("networks end where the registry ends them", () => {
  expect(fixture.private.filter(isPublicAddress)).toEqual([]);
  expect(fixture.public.filter((address) => !isPublicAddress(address))).toEqual([]);
});
