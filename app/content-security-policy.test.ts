import { expect, test } from "vitest";
import { contentSecurityPolicy } from "./content-security-policy.ts";

test("only scripts with the page's nonce run, and nothing may frame the page", () => {
  const policy = contentSecurityPolicy("bm9uY2U=", null);
  expect(policy).toContain("script-src 'self' 'nonce-bm9uY2U='");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy.split("; ").find((part) => part.startsWith("script-src"))).not.toContain("unsafe");
});

test("pictures of maps come from the one host that is set, and nothing else does", () => {
  const policy = contentSecurityPolicy("bm9uY2U=", "https://*.tiles.example.org").split("; ");
  expect(policy).toContain("img-src 'self' data: blob: https://*.tiles.example.org");
  expect(policy.filter((part) => part.includes("example.org"))).toHaveLength(1);
});
