import fc from "fast-check";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { encodeWords, readMailbox, writeMime } from "./mime.ts";

const message = {
  from: { name: "Helioport", address: "portal@example.com" },
  to: "ada@example.org",
  messageId: "<abc-DEF_123@portal.example>",
  date: Date.UTC(2026, 10, 21, 20, 15, 1),
  language: "en",
  subject: "Set a new password",
  text: "Hello Ada,\n\nline two\n.\nFrom here\n",
  html: "<p>Hello <b>Ada</b> – ☀</p>\n",
};

const headersOf = (mime: string) => mime.slice(0, mime.indexOf("\r\n\r\n"));

test("an independent parser reads the written message", async () => {
  const read = await PostalMime.parse(writeMime(message));
  expect(read.from).toEqual({ name: "Helioport", address: "portal@example.com" });
  expect(read.to).toEqual([{ name: "", address: "ada@example.org" }]);
  expect(read.subject).toBe(message.subject);
  expect(read.messageId).toBe(message.messageId);
  expect(read.date).toBe("2026-11-21T20:15:01.000Z");
  expect(read.text?.replaceAll("\r\n", "\n")).toBe(message.text);
  expect(read.html?.replaceAll("\r\n", "\n")).toBe(message.html);
  const headers = new Map(read.headers.map(({ key, value }) => [key, value]));
  expect(headers.get("auto-submitted")).toBe("auto-generated");
  expect(headers.get("content-language")).toBe("en");
});

test("texts of any kind arrive as they were, in lines that every server takes", async () => {
  const texts = fc.string({ unit: "grapheme", maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(texts, texts, async (line, body) => {
      // Mail programs drop blanks at both ends of a subject, so the test avoids them.
      const subject = `x${line.replace(/\p{Cc}/gu, "")}x`;
      const mime = writeMime({ ...message, subject, text: body, html: body });
      for (const row of mime.split("\r\n")) expect(row.length).toBeLessThanOrEqual(78);
      expect(mime).toMatch(/^[\x20-\x7e\r\n]*$/);
      expect(mime.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      const read = await PostalMime.parse(mime);
      expect(read.subject).toBe(subject);
      expect(read.text?.trimEnd() ?? "").toBe(body.trimEnd());
    }),
    { numRuns: 150 },
  );
});

test("a long Arabic subject is folded into words that RFC 2047 allows", async () => {
  const subject = "تأكيد عنوان البريد الإلكتروني الخاص بحسابك في بوابة هيليوبورت للطاقة الشمسية";
  const mime = writeMime({ ...message, language: "ar", subject });
  const words = headersOf(mime).match(/=\?UTF-8\?B\?[^?]+\?=/g) ?? [];
  expect(words.length).toBeGreaterThan(2);
  for (const word of words) {
    expect(word.length).toBeLessThanOrEqual(75);
    expect(Buffer.from(word.slice(10, -2), "base64").toString("utf8")).not.toContain("\ufffd");
  }
  expect((await PostalMime.parse(mime)).subject).toBe(subject);
});

test("a subject cannot begin another header, nor pretend to be encoded", () => {
  for (const subject of ["a\r\nBcc: x@example.org", "a\nb", "=?UTF-8?B?QQ==?=", "a\u0000b"]) {
    const encoded = encodeWords(subject, 9);
    expect(encoded).toMatch(/^=\?UTF-8\?B\?[A-Za-z0-9+/=]+\?=$/);
  }
});

test("an address that could end its header or mean another one is refused", () => {
  const wrong = ["", "a", "a@b\r\nBcc: c@d", "a b@c.d", "<a@b.c>", "a@b,c@d", '"a b"@c.d', "ä@b.c"];
  for (const to of [...wrong, `${"a".repeat(65)}@b.c`, "a@b.c>", "a@[1.2.3.4]"])
    expect(() => writeMime({ ...message, to })).toThrow();
  for (const messageId of ["", "a@b", "<a@b>\r\nX: y", "<a b@c>"])
    expect(() => writeMime({ ...message, messageId })).toThrow();
});

test("a sender is read with its name or without", () => {
  expect(readMailbox("Helioport <no-reply@example.com>")).toEqual({
    name: "Helioport",
    address: "no-reply@example.com",
  });
  expect(readMailbox('"Sonne & Söhne" <a@b.de>')).toEqual({
    name: "Sonne & Söhne",
    address: "a@b.de",
  });
  expect(readMailbox(" a@b.de ")).toEqual({ name: "", address: "a@b.de" });
  for (const text of ["", "Helioport", "Helioport <>", "x\r\ny <a@b.de>", "a@b.de, c@d.de"])
    expect(readMailbox(text)).toBeUndefined();
});

test("a sender's name in any script arrives", async () => {
  for (const name of ["Sonne & Söhne", "هيليوبورت", "A, B (C)", ""]) {
    const read = await PostalMime.parse(
      writeMime({ ...message, from: { name, address: "a@b.de" } }),
    );
    expect(read.from).toEqual({ name, address: "a@b.de" });
  }
});

test("a thread and the address that ends the e-mails are headers, which no value can leave", async () => {
  const references = Array.from({ length: 30 }, (_, number) => `<alarm-${number}@portal.example>`);
  const unsubscribe = "https://portal.example/alarm-action?token=abc.def&do=unsubscribe";
  const mime = writeMime({ ...message, references, unsubscribe });
  const read = await PostalMime.parse(mime);
  expect(read.inReplyTo).toBe("<alarm-29@portal.example>");
  expect(read.references?.split(/\s+/)).toEqual([references[0], ...references.slice(-19)]);
  const header = (key: string) => read.headers.find((one) => one.key === key)?.value;
  expect(header("list-unsubscribe")).toBe(`<${unsubscribe}>`);
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  for (const line of mime.split("\r\n")) expect(line.length).toBeLessThan(999);
  for (const wrong of ["<a@b>\r\nBcc: <c@d>", "a@b", "<a b@c>"])
    expect(() => writeMime({ ...message, references: [wrong] })).toThrow();
  for (const wrong of ["https://a.b/<c>", "javascript:alert(1)", "no address"])
    if (!URL.canParse(wrong) || !new URL(wrong).href.startsWith("https://a.b/%3C"))
      expect(() => writeMime({ ...message, unsubscribe: wrong })).toThrow();
});
