import { env } from "cloudflare:workers";

export type SentMail = {
  template: string;
  language: string;
  recipient: string;
  values: { name?: string; code?: string; link?: string };
};

/** The e-mails on their way to an address, oldest first. */
export async function readMails(recipient: string): Promise<SentMail[]> {
  const { results } = await env.DB.prepare(
    'select template, language, recipient, "values" from mails where recipient = ? order by id',
  )
    .bind(recipient)
    .all<Omit<SentMail, "values"> & { values: string }>();
  return results.map((row) => ({ ...row, values: JSON.parse(row.values) }));
}

/** The code in the newest e-mail to an address. */
export async function readCode(recipient: string): Promise<string> {
  return (await readMails(recipient)).at(-1)?.values.code ?? "";
}

/** The token in the link of the newest e-mail to an address. */
export async function readLinkToken(recipient: string): Promise<string> {
  const { link = "" } = (await readMails(recipient)).at(-1)?.values ?? {};
  return new URL(link).searchParams.get("token") ?? "";
}
