import { z } from "zod";
import { userType } from "#domain/access/role-schemas.ts";
import { USER_TYPE } from "#domain/access/roles.ts";
import { language } from "#domain/users/user.ts";
import type { KeyRing } from "#protocol/keys/key-ring.ts";
import { personPublicKey } from "#protocol/keys/person-keys.ts";
import type { Person } from "../context.ts";

export const userInfo = z.object({
  id: z.int(),
  name: z.string(),
  type: userType.describe("1 ordinary, 2 dealer, 9 platform administrator"),
  email: z.string(),
  pubKey: z.string().describe("X25519 public key of the server for this user, base64url"),
  novaLanguage: language,
});

export const userInfoExample = {
  id: 7,
  name: "Ana",
  type: USER_TYPE.ordinary,
  email: "ana@example.org",
  pubKey: "aGRjb3VudGVycGFydC1vZi10aGUtcGVyc29u",
  novaLanguage: "en",
};

/** `userInfo` of a login. */
export function describeUser(keys: KeyRing, person: Omit<Person, "rightsVersion">) {
  return {
    id: person.id,
    name: person.name,
    type: person.type,
    email: person.email,
    pubKey: personPublicKey(keys, person.id),
    novaLanguage: person.language,
  };
}
