import type { EmailContent } from "./email-content.ts";
import type { Frame } from "./layout-html.ts";

/** Renders the plain-text alternative with the full content of the HTML. */
export function layoutText(content: EmailContent, frame: Frame): string {
  const parts = [
    frame.greeting,
    ...content.paragraphs,
    ...(content.code === undefined ? [] : [`    ${content.code}`]),
    ...(content.action === undefined ? [] : [`${content.action.label}:\n${content.action.link}`]),
    ...(content.note === undefined ? [] : [content.note]),
    `-- \n${[frame.footer, ...frame.operator].join("\n")}`,
    `${frame.privacy.label}:\n${frame.privacy.link}`,
  ];
  return `${parts.join("\n\n")}\n`;
}
