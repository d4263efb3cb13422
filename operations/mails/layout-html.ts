import type { EmailContent, EmailSection } from "./email-content.ts";

/** The parts of the layout around the content. */
export type Frame = {
  language: string;
  direction: "ltr" | "rtl";
  greeting: string;
  linkBelow: string;
  footer: string;
  /** Name, postal address and e-mail address of the operator, as far as they are set. */
  operator: readonly string[];
  privacy: { label: string; link: string };
};

const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic',Arial,sans-serif";

/** Mail programs that ignore this show the light colours, which are repeated inline. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.canvas{background:#0b1312!important}
.panel{background:#121d1b!important;border-color:#253632!important}
.text{color:#e4eeea!important}
.quiet{color:#a3b8b1!important}
.code{background:#182523!important;color:#e4eeea!important}
}`;

/** Renders self-contained HTML: no pictures, fonts or scripts. */
export function layoutHtml(content: EmailContent, frame: Frame): string {
  const { language, direction } = frame;
  const side = direction === "rtl" ? "right" : "left";
  const ground = `dir="${direction}" style="text-align:${side};${FONT}`;
  const body = [
    paragraph(frame.greeting),
    ...content.paragraphs.map(paragraph),
    ...(content.sections ?? []).map(section),
    ...(content.code === undefined ? [] : [codeBlock(content.code)]),
    ...(content.action === undefined
      ? []
      : [button(content.action), plainLink(content.action, frame)]),
    ...(content.note === undefined ? [] : [quiet(escapeHtml(content.note))]),
    ...(content.unsubscribe === undefined ? [] : [quiet(textLink(content.unsubscribe))]),
  ];
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject)}</title>
<style>${DARK}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#f2f5f1">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f5f1">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td ${ground};background:#0d2b2b;color:#f6b443;font-size:18px;font-weight:700;padding:16px 28px;border-radius:12px 12px 0 0">Helioport</td></tr>
<tr><td class="panel text" ${ground};background:#ffffff;color:#132320;border:1px solid #d9e1db;border-top:0;border-radius:0 0 12px 12px;padding:28px;font-size:16px;line-height:1.55">
<h1 class="text" style="margin:0 0 18px;font-size:21px;line-height:1.3;color:#132320">${escapeHtml(content.subject)}</h1>
${body.join("\n")}
</td></tr>
<tr><td class="quiet" ${ground};color:#47605a;font-size:13px;line-height:1.5;padding:16px 28px">${footer(frame)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function footer({ footer, operator, privacy }: Frame): string {
  const href = escapeHtml(privacy.link);
  const lines = [
    escapeHtml(footer),
    ...operator.map((line) => `<bdi>${escapeHtml(line)}</bdi>`),
    `<a class="quiet" href="${href}" style="color:#47605a">${escapeHtml(privacy.label)}</a>`,
  ];
  return lines.join("<br>");
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}

function section({ heading, lines, links }: EmailSection): string {
  const rows = [
    `<strong class="text" style="color:#132320">${escapeHtml(heading)}</strong>`,
    ...lines.map(escapeHtml),
    ...(links.length === 0 ? [] : [links.map(actionLink).join(" &#160; &#160; ")]),
  ];
  return `<p class="code" style="margin:0 0 16px;padding:12px 14px;background:#e9eee9;color:#132320;border-radius:8px;overflow-wrap:anywhere">${rows.join("<br>")}</p>`;
}

/** A link beside others, far enough from them and high enough for a finger. */
function actionLink({ label, link }: { label: string; link: string }): string {
  return `<a class="text" href="${escapeHtml(link)}" style="color:#0d5c57;display:inline-block;padding:10px 0 6px">${escapeHtml(label)}</a>`;
}

function textLink({ label, link }: { label: string; link: string }): string {
  return `<a class="text" href="${escapeHtml(link)}" style="color:#0d5c57">${escapeHtml(label)}</a>`;
}

function quiet(html: string): string {
  return `<p class="quiet" style="margin:18px 0 0;color:#47605a;font-size:14px;overflow-wrap:anywhere">${html}</p>`;
}

/** Digits are read from left to right in every language. */
function codeBlock(code: string): string {
  return `<p class="code" dir="ltr" style="margin:0 0 16px;padding:14px;background:#e9eee9;color:#132320;border-radius:8px;text-align:center;font:700 28px/1.2 Consolas,Menlo,monospace;letter-spacing:6px">${escapeHtml(code)}</p>`;
}

function button({ label, link }: { label: string; link: string }): string {
  return `<p style="margin:22px 0"><a href="${escapeHtml(link)}" style="display:inline-block;background:#0d5c57;color:#ffffff;text-decoration:none;font-weight:600;padding:12px 22px;border-radius:8px">${escapeHtml(label)}</a></p>`;
}

function plainLink({ link }: { link: string }, { linkBelow }: Frame): string {
  const shown = escapeHtml(link);
  return quiet(
    `${escapeHtml(linkBelow)}<br><a class="quiet" dir="ltr" href="${shown}" style="color:#47605a">${shown}</a>`,
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}
