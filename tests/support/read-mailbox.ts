import { expect, type Page } from "@playwright/test";

export type Mail = { to: string; subject: string; links: string[]; text: string };

/** Waits for an e-mail to an address, the newest with its subject. */
export async function readMail(page: Page, to: string, subject: string): Promise<Mail> {
  let mails: Mail[] = [];
  const subjects = async () => {
    const answer = await page.request.get("/dev/mail/messages");
    const all: Mail[] = await answer.json();
    mails = all.filter((mail) => mail.to === to);
    return mails.map((mail) => mail.subject);
  };
  await expect.poll(subjects, { intervals: [150] }).toContain(subject);
  const found = mails.find((mail) => mail.subject === subject);
  if (found === undefined) throw new Error("no e-mail");
  return found;
}

/** The code in an e-mail. */
export function codeIn({ text }: Mail): string {
  const [code] = /\b\d{6}\b/.exec(text) ?? [];
  if (code === undefined) throw new Error("no code in the e-mail");
  return code;
}

/** The page of ours that an e-mail leads to. */
export function linkIn({ links }: Mail, page: string): string {
  const found = links.map((link) => new URL(link)).find(({ pathname }) => pathname === page);
  if (found === undefined) throw new Error(`no link to ${page}`);
  return found.pathname + found.search;
}
