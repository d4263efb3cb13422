import { MailRefused, type OutgoingMail } from "#operations/mails/mail-sender.ts";
import type { Reply, SmtpLine } from "./smtp-line.ts";
import type { SmtpServer } from "./smtp-server.ts";

/** Sends one e-mail (RFC 5321). Resolves when the server has accepted it. @throws MailRefused */
export async function sendBySmtp(
  line: SmtpLine,
  server: SmtpServer,
  mail: OutgoingMail,
): Promise<void> {
  const domain = mail.from.slice(mail.from.lastIndexOf("@") + 1);
  expectReply("greeting", await line.read(), 220);
  const abilities = await greet(line, server, domain);
  if (server.login !== null) await logIn(line, server.login, abilities);
  expectReply("MAIL", await line.ask(`MAIL FROM:<${mail.from}>`), 250);
  expectRecipient("RCPT", await line.ask(`RCPT TO:<${mail.to}>`), 250, 251);
  expectReply("DATA", await line.ask("DATA"), 354);
  await line.write(`${stuffDots(mail.mime)}.\r\n`);
  expectRecipient("end of DATA", await line.read(), 250);
  // The e-mail is accepted, so later errors do not matter.
  await line.write("QUIT\r\n").catch(() => undefined);
}

/** Returns the capabilities of the server, requested over TLS whenever required. */
async function greet(line: SmtpLine, server: SmtpServer, domain: string): Promise<string[]> {
  const first = await askAbilities(line, domain);
  if (server.secure) return first;
  if (!first.includes("STARTTLS")) {
    if (server.mayBePlain) return first;
    throw new MailRefused("the server has no TLS");
  }
  expectReply("STARTTLS", await line.ask("STARTTLS"), 220);
  line.startTls();
  return askAbilities(line, domain);
}

async function askAbilities(line: SmtpLine, domain: string): Promise<string[]> {
  const reply = await line.ask(`EHLO ${domain}`);
  expectReply("EHLO", reply, 250);
  return reply.lines.slice(1).map((ability) => ability.toUpperCase());
}

async function logIn(
  line: SmtpLine,
  { user, password }: { user: string; password: string },
  abilities: readonly string[],
): Promise<void> {
  const ways = abilities.find((ability) => /^AUTH[ =]/.test(ability))?.split(/[ =]/) ?? [];
  if (ways.includes("PLAIN")) {
    const both = toBase64(`\0${user}\0${password}`);
    return expectReply("AUTH", await line.ask(`AUTH PLAIN ${both}`), 235);
  }
  if (!ways.includes("LOGIN")) throw new MailRefused("the server knows no way to sign in");
  expectReply("AUTH", await line.ask("AUTH LOGIN"), 334);
  expectReply("AUTH", await line.ask(toBase64(user)), 334);
  expectReply("AUTH", await line.ask(toBase64(password)), 235);
}

function expectReply(step: string, reply: Reply, ...wanted: number[]): void {
  if (!wanted.includes(reply.code)) throw new MailRefused(describe(step, reply));
}

/**
 * Requires one of the wanted replies to a recipient. A reply 5xx is permanent, except 5.7, a server policy that its
 * operator may change.
 */
function expectRecipient(step: string, reply: Reply, ...wanted: number[]): void {
  if (wanted.includes(reply.code)) return;
  const isRule = reply.lines.some((text) => text.startsWith("5.7."));
  throw new MailRefused(describe(step, reply), { isPermanent: reply.code >= 500 && !isRule });
}

/** Returns the codes only: the server's text may quote the address. */
function describe(step: string, { code, lines }: Reply): string {
  const enhanced = /^[245]\.\d{1,3}\.\d{1,3}\b/.exec(lines[0] ?? "")?.[0];
  return `${step}: ${[code, enhanced].filter(Boolean).join(" ")}`;
}

/** A line that begins with a dot would end the message (RFC 5321, 4.5.2). */
function stuffDots(mime: string): string {
  const whole = mime.endsWith("\r\n") ? mime : `${mime}\r\n`;
  return whole.replace(/^\./gm, "..");
}

function toBase64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
