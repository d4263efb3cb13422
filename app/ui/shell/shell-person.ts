/** What the frame of a page shows of whoever is signed in. */
export type ShellPerson = {
  name: string;
  /** Path of the avatar; null is the default one. */
  header: string | null;
  demo: boolean;
};

/** No more of a person than the browser needs. */
export function shellPerson({ name, header, demo }: ShellPerson): ShellPerson {
  return { name, header, demo };
}
