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
