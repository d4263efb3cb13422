import { expect, test } from "vitest";
import {
  readShareCookie,
  shareCookie,
  shareRef,
  withShareSession,
  writeShareCookie,
} from "./share-cookie.ts";

const tokenOf = (letter: string) => `hps_${letter.repeat(43)}`;

test("a browser keeps a session for each link, and the latest eight", () => {
  const refs = Array.from("abcdefghij", (letter) => [shareRef(letter), tokenOf(letter)] as const);
  const value = refs.reduce((held, [ref, token]) => withShareSession(held, ref, token), "");
  const found = refs.map(([ref]) => readShareCookie(value, ref));
  expect(found).toEqual([undefined, undefined, ...refs.slice(2).map(([, token]) => token)]);
});

test("a session replaces the previous one, and can be cleared", () => {
  const ref = shareRef("a link");
  const first = withShareSession("", ref, tokenOf("a"));
  const second = withShareSession(first, ref, tokenOf("b"));
  expect(readShareCookie(second, ref)).toBe(tokenOf("b"));
  expect(withShareSession(second, ref, null)).toBe("");
});

test("a cookie that the portal did not write is ignored", () => {
  for (const value of [undefined, "", "~", "x.y", `${shareRef("a")}.${"a".repeat(43)}`])
    expect(readShareCookie(value, shareRef("a"))).toBeUndefined();
});

test("only this very host sets it over https, and no script reads it", () => {
  expect(shareCookie(true)).toBe("__Host-helioport_share");
  expect(shareCookie(false)).toBe("helioport_share");
  const written = writeShareCookie("a.b", 60, true);
  expect(written).toContain("=a.b; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure");
  expect(writeShareCookie("", 60, false)).toContain("Max-Age=0");
});
