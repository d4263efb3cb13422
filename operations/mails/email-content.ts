/** What an e-mail says, before anybody decides how it looks. Values are already safe to be read in any line. */
export type EmailContent = {
  subject: string;
  /** Who is greeted; nobody by name where it is empty or missing. */
  name?: string;
  paragraphs: readonly string[];
  code?: string;
  action?: { label: string; link: string };
  /** Last and quietest. */
  note?: string;
};

/** The text of a key of the namespace `mails`, in the language of the e-mail. */
export type MailTexts = (key: string, values?: Readonly<Record<string, string>>) => string;

const MAX_NAME_LENGTH = 100;
/** Line ends and other controls, and all that turns the direction of a text; joiners belong to the spelling of names. */
const UNWANTED = /[[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]--[\u200c\u200d]]+/gv;

/**
 * A value that somebody has written, as it may stand in a text: in one line, not too long, and between marks that keep
 * its direction from changing that of the words around it.
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
 * A name to greet somebody by. One that a mail program would turn into a link is left out: a portal that writes to
 * strangers must not carry other people's advertising.
 */
export function greetingName(name: string): string {
  const plain = oneLine(name);
  return plain === "" || /[/:@\\]|\.[\p{L}\p{N}]{2,}/u.test(plain) ? "" : isolate(plain);
}

function oneLine(value: string): string {
  return value.toWellFormed().replace(UNWANTED, " ").replace(/\s+/g, " ").trim();
}
