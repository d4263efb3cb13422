import type { Frame } from "./layout-html.ts";
import type { Letter } from "./letter.ts";

/** The letter for who reads plain text: it says all that the HTML says. */
export function layoutText(letter: Letter, frame: Frame): string {
  const parts = [
    frame.greeting,
    ...letter.paragraphs,
    ...(letter.code === undefined ? [] : [`    ${letter.code}`]),
    ...(letter.action === undefined ? [] : [`${letter.action.label}:\n${letter.action.link}`]),
    ...(letter.note === undefined ? [] : [letter.note]),
    `-- \n${frame.footer}`,
  ];
  return `${parts.join("\n\n")}\n`;
}
