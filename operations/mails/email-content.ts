/** The content of an e-mail, independent of its layout. Values are already sanitized for any line. */
export type EmailContent = {
  subject: string;
  /** Name in the greeting; a greeting without a name if empty or missing. */
  name?: string;
  paragraphs: readonly string[];
  /** Blocks with a heading, lines and links below the paragraphs. */
  sections?: readonly EmailSection[];
  code?: string;
  action?: { label: string; link: string };
  /** Closing note in the least prominent style. */
  note?: string;
  /** Message-IDs of the thread, the oldest first. */
  references?: readonly string[];
  /** Page on which these e-mails can be ended, which also takes a POST without a page (RFC 8058). */
  unsubscribe?: { label: string; link: string };
};

export type EmailSection = {
  heading: string;
  lines: readonly string[];
  links: readonly { label: string; link: string }[];
};

/**
 * Returns the text of a key of the namespace `mails` in the language of the e-mail. A value `count`, the only number,
 * selects its plural form.
 */
export type MailTexts = (key: string, values?: Readonly<Record<string, string | number>>) => string;

const MAX_NAME_LENGTH = 100;
/**
 * Line breaks, control characters and bidirectional controls; joiners are kept, because they belong to the spelling of
 * names.
 */
const UNWANTED = /[[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]--[\u200c\u200d]]+/gv;

/**
 * Makes a user-supplied value safe inside a text: one line, limited length, and between marks that isolate its writing
 * direction.
 */
export function isolate(value: string): string {
  const plain = [...oneLine(value)];
  const short =
    plain.length > MAX_NAME_LENGTH
      ? `${plain.slice(0, MAX_NAME_LENGTH - 1).join("")}…`
      : plain.join("");
  return `\u2068${short}\u2069`;
}

/**
 * Returns a name for a greeting, or an empty one if a mail program would turn it into a link: e-mails to strangers must
 * not carry advertising.
 */
export function greetingName(name: string): string {
  const plain = oneLine(name);
  return plain === "" || /[/:@\\]|\.[\p{L}\p{N}]{2,}/u.test(plain) ? "" : isolate(plain);
}

/**
 * Makes a text from a logger or of a site safe like `isolate`, and keeps mail programs from turning a part of it into a
 * link: a word joiner (U+2060) separates what would be an address.
 */
export function isolateUntrusted(value: string): string {
  return isolate(value).replace(/[.:/@\\](?=[\p{L}/\\])|(?<=\p{L})[.:/@\\](?=\p{N})/gu, "$&\u2060");
}

function oneLine(value: string): string {
  return value.toWellFormed().replace(UNWANTED, " ").replace(/\s+/g, " ").trim();
}
