import type { MailContent } from "#operations/mails/write-mail.ts";

export type Mailbox = { name: string; address: string };

export type Message = MailContent & {
  from: Mailbox;
  to: string;
  /** Includes the angle brackets. */
  messageId: string;
  /** ms UTC */
  date: number;
  language: string;
};

const EOL = "\r\n";

/** Writes a complete e-mail (RFC 5322) with its text and HTML. @throws if an address or the Message-ID is invalid */
export function writeMime(message: Message): string {
  const { from, to, subject, messageId, date, language, references = [], unsubscribe } = message;
  if (!isAddress(to)) throw new Error("invalid address");
  if (![messageId, ...references].every(isMessageId)) throw new Error("no Message-ID");
  // Not a base64 text, so neither body can contain it.
  const boundary = "=_helioport_alternative";
  const headers = [
    `From: ${writeMailbox(from)}`,
    `To: <${to}>`,
    `Subject: ${encodeWords(subject, "Subject: ".length)}`,
    `Date: ${new Date(date).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: ${messageId}`,
    ...writeThread(references),
    ...(unsubscribe === undefined ? [] : writeUnsubscribe(unsubscribe)),
    "MIME-Version: 1.0",
    `Content-Language: ${language}`,
    // Suppresses automatic replies such as out-of-office messages.
    "Auto-Submitted: auto-generated",
    "X-Auto-Response-Suppress: All",
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
  ];
  return [
    ...headers,
    "",
    `--${boundary}`,
    ...writePart("text/plain", message.text),
    `--${boundary}`,
    ...writePart("text/html", message.html),
    `--${boundary}--`,
    "",
  ].join(EOL);
}

function isMessageId(text: string): boolean {
  return text.length <= 250 && /^<[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+>$/.test(text);
}

/** Maximum number of Message-IDs in the header of a thread: the first one and the newest. */
const MAX_REFERENCES = 20;

function writeThread(references: readonly string[]): string[] {
  const [first] = references;
  if (first === undefined) return [];
  const others = references.slice(1).slice(1 - MAX_REFERENCES);
  return [
    `In-Reply-To: ${others.at(-1) ?? first}`,
    `References: ${[first, ...others].join(`${EOL} `)}`,
  ];
}

/** Writes the headers of RFC 8058: a mail program ends the e-mails by a POST. @throws if the address is invalid */
function writeUnsubscribe(address: string): string[] {
  const { href } = new URL(address);
  if (!/^https?:[\x21-\x3b\x3d\x3f-\x7e]+$/.test(href)) throw new Error("invalid address");
  return [`List-Unsubscribe:${EOL} <${href}>`, "List-Unsubscribe-Post: List-Unsubscribe=One-Click"];
}

function writePart(type: string, content: string): string[] {
  const encoded = toBase64(content.replace(/\r?\n/g, EOL));
  return [
    `Content-Type: ${type}; charset=utf-8`,
    "Content-Transfer-Encoding: base64",
    "",
    ...(encoded.match(/.{1,76}/g) ?? []),
  ];
}

/** Parses `Name <name@example.com>` or an address alone; undefined for anything else. */
export function readMailbox(text: string): Mailbox | undefined {
  const [, name = "", address = text.trim()] =
    /^\s*"?([^"<>\p{Cc}]*?)"?\s*<([^<>]+)>\s*$/u.exec(text) ?? [];
  return isAddress(address) ? { name: name.trim(), address } : undefined;
}

function writeMailbox({ name, address }: Mailbox): string {
  if (name === "") return `<${address}>`;
  const isPlain = /^[\x20-\x7e]+$/.test(name);
  const quoted = `"${name.replace(/["\\]/g, "\\$&")}"`;
  const words = isPlain ? quoted : encodeWords(name, "From: ".length);
  return `${words} <${address}>`;
}

/** Whether an address needs neither quotes nor characters beyond ASCII, so that all mail programs parse it alike. */
function isAddress(address: string): boolean {
  const usual = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/i;
  return address.length <= 254 && usual.test(address);
}

/** Bytes whose base64 form, with the delimiters of an encoded word, fits into the 75 characters of RFC 2047. */
const WORD_BYTES = 45;

/** Encodes a text for a header: folded words of at most 75 characters, none of which splits a character. */
export function encodeWords(text: string, indent: number): string {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes("=?") && text.length + indent <= 76)
    return text;
  const words: string[] = [];
  let word = "";
  for (const sign of text.toWellFormed()) {
    const room = WORD_BYTES - (words.length === 0 ? indent : 0);
    if (Buffer.byteLength(word + sign) > room) {
      words.push(word);
      word = "";
    }
    word += sign;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${toBase64(part)}?=`).join(`${EOL} `);
}

function toBase64(text: string): string {
  return Buffer.from(text.toWellFormed(), "utf8").toString("base64");
}
