import { escapeHtml } from "#operations/mails/layout-html.ts";
import type { ReceivedMail } from "./received-mail.ts";

export type MailPage = { status: number; headers: Record<string, string>; body: string };

export const MAIL_PATH = "/dev/mail";

/** Renders the list, one e-mail, its HTML, or its source; or all e-mails as JSON for tests. */
export function answerMailPage(path: string, mails: readonly ReceivedMail[]): MailPage {
  const [, id = "", part = ""] = /^\/dev\/mail(?:\/([\w-]+))?(?:\/(\w+))?\/?$/.exec(path) ?? [];
  if (path === MAIL_PATH || path === `${MAIL_PATH}/`) return page("E-mails", listMails(mails), 3);
  if (id === "messages" && part === "") return json(mails);
  const mail = mails.find((one) => one.id === id);
  if (mail === undefined) return { ...page("There is no such e-mail", back), status: 404 };
  if (part === "") return page(mail.read.subject ?? "", showMail(mail));
  if (part === "source") return plain(mail.source);
  if (part === "html") return mailHtml(mail.read.html ?? "");
  return { ...page("There is no such part", back), status: 404 };
}

const back = `<p><a href="${MAIL_PATH}">All e-mails</a></p>`;

function listMails(mails: readonly ReceivedMail[]): string {
  if (mails.length === 0)
    return "<p>None yet. What the portal sends on this machine is shown here, within a minute.</p>";
  const rows = mails.map(
    ({ id, receivedAt, read }) =>
      `<tr><td><a href="${MAIL_PATH}/${id}" dir="auto">${escapeHtml(read.subject ?? "(no subject)")}</a></td><td>${escapeHtml(recipients(read))}</td><td>${when(receivedAt)}</td></tr>`,
  );
  return `<table><thead><tr><th>Subject</th><th>To</th><th>Received</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function showMail({ id, receivedAt, read }: ReceivedMail): string {
  const headers = read.headers.map(
    ({ originalKey, value }) =>
      `<tr><th>${escapeHtml(originalKey)}</th><td dir="auto">${escapeHtml(value)}</td></tr>`,
  );
  return `${back}<p>To ${escapeHtml(recipients(read))}, received ${when(receivedAt)}</p>
<iframe title="HTML" src="${MAIL_PATH}/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Text</h2><pre dir="auto">${linkAddresses(read.text ?? "")}</pre>
<h2>Headers</h2><table>${headers.join("")}</table>
<p><a href="${MAIL_PATH}/${id}/source">Source</a></p>`;
}

const STYLE = `:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:start;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #8884;overflow-wrap:anywhere}
th{font-weight:600;white-space:nowrap}
iframe{width:100%;height:38rem;border:1px solid #8886;border-radius:8px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #8886;border-radius:8px;padding:1rem}`;

/** @param refresh seconds until the browser reloads the page */
function page(title: string, content: string, refresh?: number): MailPage {
  const again = refresh === undefined ? "" : `<meta http-equiv="refresh" content="${refresh}">`;
  return answer("text/html; charset=utf-8", {
    policy:
      "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${again}<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1 dir="auto">${escapeHtml(title)}</h1>${content}</body></html>`,
  });
}

/** Returns the HTML of an e-mail for a sandboxed frame; its links open outside of the frame. */
function mailHtml(html: string): MailPage {
  return answer("text/html; charset=utf-8", {
    policy:
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    body: html.replace(/<head>/i, '<head><base target="_blank">'),
  });
}

function plain(body: string): MailPage {
  return answer("text/plain; charset=utf-8", { policy: "default-src 'none'; sandbox", body });
}

function json(mails: readonly ReceivedMail[]): MailPage {
  const list = mails.map(({ id, receivedAt, read }) => ({
    id,
    receivedAt: receivedAt.getTime(),
    to: recipients(read),
    subject: read.subject ?? "",
    messageId: read.messageId ?? "",
    text: read.text ?? "",
    links: read.text?.match(ADDRESS) ?? [],
  }));
  return answer("application/json", { policy: "default-src 'none'", body: JSON.stringify(list) });
}

function answer(type: string, { policy, body }: { policy: string; body: string }): MailPage {
  const headers = {
    "Content-Type": type,
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
  };
  return { status: 200, headers, body };
}

const ADDRESS = /https?:\/\/[^\s<>"\u2066-\u2069]+/g;

function linkAddresses(text: string): string {
  const words = text.split(new RegExp(`(${ADDRESS.source})`));
  return words
    .map((word, place) =>
      place % 2
        ? `<a href="${escapeHtml(word)}" target="_blank">${escapeHtml(word)}</a>`
        : escapeHtml(word),
    )
    .join("");
}

function recipients(read: ReceivedMail["read"]): string {
  return (read.to ?? []).flatMap(({ address }) => address ?? []).join(", ");
}

function when(instant: Date): string {
  return `<time datetime="${instant.toISOString()}">${instant.toLocaleTimeString("en-GB")}</time>`;
}
