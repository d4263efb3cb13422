import { expect, test } from "vitest";
import { contentSecurityPolicy } from "./content-security-policy.ts";

test("only scripts with the page's nonce run, and nothing may frame the page", () => {
  const policy = contentSecurityPolicy("bm9uY2U=");
  expect(policy).toContain("script-src 'self' 'nonce-bm9uY2U='");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy.split("; ").find((part) => part.startsWith("script-src"))).not.toContain("unsafe");
});
