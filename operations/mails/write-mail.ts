import { directionOf, type Language } from "#domain/languages.ts";
import { MAIL_VALUES, type MailTemplate } from "#domain/mails/templates.ts";
import type { Operator } from "#domain/operator.ts";
import {
  type EmailContent,
  type EmailSection,
  greetingName,
  isolate,
  type MailTexts,
} from "./email-content.ts";
import { EMAIL_TEMPLATES } from "./email-templates.ts";
import { type Frame, layoutHtml } from "./layout-html.ts";

export type MailContent = {
  subject: string;
  text: string;
  html: string;
  /** Message-IDs of the thread, the oldest first. */
  references?: readonly string[];
  /** Address that takes a POST to end these e-mails (RFC 8058). */
  unsubscribe?: string;
};

/** The texts of a language, with those of its fallback for missing ones. */
export type Wording = { language: Language; t: MailTexts };

/** The portal that sends an e-mail. */
export type Portal = {
  /** Public origin, without a trailing slash. */
  origin: string;
  operator: Operator;
};

/**
 * Composes an e-mail from its stored row.
 * @param values JSON, as stored
 * @throws if the template does not exist or does not accept these values
 */
export function writeMail(
  mail: { template: string; values: string },
  { language, t }: Wording,
  { origin, operator }: Portal,
): MailContent {
  const content = compose(mail.template, JSON.parse(mail.values), t);
  const name = greetingName(content.name ?? "");
  const frame: Frame = {
    language,
    direction: directionOf(language),
    greeting: name === "" ? t("greetingToAnyone") : t("greeting", { name }),
    linkBelow: t("linkBelow"),
    footer: t("footer", { portal: isolate(new URL(origin).host) }),
    operator: [operator.name, operator.address, operator.email].flatMap((line) => line ?? []),
    privacy: { label: t("privacy"), link: operator.privacyUrl ?? `${origin}/privacy` },
  };
  return {
    subject: content.subject,
    text: layoutText(content, frame),
    html: layoutHtml(content, frame),
    ...(content.references !== undefined && { references: content.references }),
    ...(content.unsubscribe !== undefined && { unsubscribe: content.unsubscribe.link }),
  };
}

function compose(template: string, values: unknown, t: MailTexts): EmailContent {
  if (!isTemplate(template)) throw new Error(`there is no template ${template}`);
  const content = composeOne(template, values, t);
  const links = [
    content.action,
    content.unsubscribe,
    ...(content.sections ?? []).flatMap((section) => section.links),
  ];
  for (const one of links)
    if (one && !/^https?:$/.test(new URL(one.link).protocol))
      throw new Error(`the link of ${template} is not a web address`);
  return content;
}

function composeOne<Template extends MailTemplate>(
  template: Template,
  values: unknown,
  t: MailTexts,
): EmailContent {
  const write = EMAIL_TEMPLATES[template];
  return write(MAIL_VALUES[template].parse(values) as Parameters<typeof write>[0], t);
}

function isTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(MAIL_VALUES, name);
}

/** Renders the plain-text alternative with the full content of the HTML. */
function layoutText(content: EmailContent, frame: Frame): string {
  const parts = [
    frame.greeting,
    ...content.paragraphs,
    ...(content.sections ?? []).map(sectionText),
    ...(content.code === undefined ? [] : [`    ${content.code}`]),
    ...(content.action === undefined ? [] : [linkText(content.action)]),
    ...(content.note === undefined ? [] : [content.note]),
    ...(content.unsubscribe === undefined ? [] : [linkText(content.unsubscribe)]),
    `-- \n${[frame.footer, ...frame.operator].join("\n")}`,
    `${frame.privacy.label}:\n${frame.privacy.link}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function sectionText({ heading, lines, links }: EmailSection): string {
  return [heading, ...lines.map((line) => `  ${line}`), ...links.map(linkText)].join("\n");
}

function linkText({ label, link }: { label: string; link: string }): string {
  return `${label}:\n${link}`;
}
