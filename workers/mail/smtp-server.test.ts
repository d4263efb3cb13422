import { expect, test } from "vitest";
import { readSmtpUrl } from "./smtp-server.ts";

test("a server is read from its address", () => {
  expect(readSmtpUrl("smtps://me%40example.com:p%3Aw@smtp.example.com")).toEqual({
    host: "smtp.example.com",
    port: 465,
    secure: true,
    mayBePlain: false,
    login: { user: "me@example.com", password: "p:w" },
  });
  expect(readSmtpUrl("smtp://smtp.example.com:2525")).toEqual({
    host: "smtp.example.com",
    port: 2525,
    secure: false,
    mayBePlain: false,
    login: null,
  });
  expect(readSmtpUrl("smtp://smtp.example.com")?.port).toBe(587);
});

test("only a server on this machine may be without TLS", () => {
  for (const host of ["localhost", "127.0.0.1", "[::1]"])
    expect(readSmtpUrl(`smtp://${host}:1025`)?.mayBePlain).toBe(true);
  for (const host of ["localhost.example.com", "127.example.com", "10.0.0.1"])
    expect(readSmtpUrl(`smtp://${host}:1025`)?.mayBePlain).toBe(false);
});

test.each([
  "",
  "smtp.example.com",
  "https://smtp.example.com",
  "smtps://",
  "smtps://a@b",
  "smtps://:b@c",
  "smtps://a%0d%0aQUIT:b@c",
  "smtps://a%ff:b@c",
])("an invalid server address is refused: %j", (text) => {
  expect(readSmtpUrl(text)).toBeUndefined();
});
