/** Data of the signed-in user that the page frame shows. */
export type ShellUser = {
  id: number;
  name: string;
  /** Path of the avatar; null is the default one. */
  header: string | null;
  demo: boolean;
  /** Minutes without a hand on it until the screen saver comes; 0 is off. */
  screenSaver: number;
};

/** No more of a person than the browser needs. */
export function shellPerson({ id, name, header, demo, screenSaver }: ShellUser): ShellUser {
  return { id, name, header, demo, screenSaver };
}
