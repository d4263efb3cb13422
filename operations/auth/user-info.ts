import type { KeyRing } from "#protocol/keys/key-ring.ts";
import { personPublicKey } from "#protocol/keys/person-keys.ts";
import type { Person } from "../context.ts";

/** `userInfo` of a login. */
export function describeUser(keys: KeyRing, person: Person) {
  return {
    id: person.id,
    name: person.name,
    type: person.type,
    email: person.email,
    pubKey: personPublicKey(keys, person.id),
    novaLanguage: person.language,
  };
}
