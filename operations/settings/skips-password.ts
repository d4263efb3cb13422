import type { SignedIn } from "../context.ts";

/**
 * Whether a user changes advanced settings without the advanced password of the site. A personal access token never
 * does, because its user may have given it to a program, and the demo account never does, because it is shared.
 */
export function skipsPassword({
  person,
  token,
}: Pick<SignedIn, "person"> & { token?: SignedIn["token"] | undefined }): boolean {
  return person.hiddenSettings && !person.demo && token === undefined;
}
