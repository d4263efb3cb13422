import { USER_TYPE } from "#domain/access/roles.ts";

/** Data of the signed-in user that the page frame shows. */
export type ShellUser = {
  id: number;
  name: string;
  /** Path of the avatar; null for the default one. */
  header: string | null;
  demo: boolean;
  /** Minutes without input until the screen saver starts; 0 is off. */
  screenSaver: number;
};

/** Only the user's data that the browser needs. */
export function shellPerson({ id, name, header, demo, screenSaver }: ShellUser): ShellUser {
  return { id, name, header, demo, screenSaver };
}

/**
 * Whether the banner editor has a part for the user's own profile photo, which ordinary users do not get
 * (specification, section 2), and whether they have the default one.
 */
export function editorPhoto({ type, header }: { type: number; header: string | null }) {
  return type === USER_TYPE.ordinary ? null : { isDefault: header === null };
}
