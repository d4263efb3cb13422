import { z } from "zod";
import { addGroupUser, listGroupUsers, removeGroupUser } from "#database/user/group-users.ts";
import { Problem } from "#domain/problem.ts";
import { emailAddress } from "#domain/users/email-address.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";

export const MAX_GROUP_USERS = 500;

export const getGroupUsers = operation({
  path: "POST /user/v2/groupuser/get",
  writes: false,
  description: {
    summary: "Lists the e-mail addresses in the caller's contacts, newest first",
    output: z.object({
      list: z.array(
        z.object({ id: z.int(), email: z.string(), createTime: z.int().describe("ms UTC") }),
      ),
    }),
    example: {
      input: {},
      output: { list: [{ id: 3, email: "ben@example.org", createTime: 1_790_000_000_000 }] },
    },
  },
  input: z.object({}),
  access: signedIn("editAccount"),
  run: async ({ context, caller: { person } }) => ({
    list: await listGroupUsers(context.database, person.id),
  }),
});

/** The result does not reveal whether the address is registered. */
export const addToGroup = operation({
  path: "POST /user/v2/groupuser/add",
  description: {
    summary: "Adds an e-mail address, registered or not, to the caller's contacts",
    output: z.null(),
    example: { input: { email: "ben@example.org" }, output: null },
  },
  input: z.object({ email: emailAddress }),
  access: signedIn("editAccount"),
  async run({ input: { email }, context, caller: { person } }) {
    const entry = { ownerId: person.id, email, now: context.now(), most: MAX_GROUP_USERS };
    if (!(await addGroupUser(context.database, entry)))
      throw new Problem("conflict", { message: "groupFull", limit: MAX_GROUP_USERS });
    return null;
  },
});

export const deleteFromGroup = operation({
  path: "POST /user/v2/groupuser/delete",
  description: {
    summary: "Removes an e-mail address from the caller's contacts by its id or address",
    output: z.null(),
    example: { input: { id: 3 }, output: null },
  },
  input: z
    .object({ id: z.int().min(1).optional(), email: emailAddress.optional() })
    .refine(({ id, email }) => id !== undefined || email !== undefined, {
      path: ["id"],
      error: "required",
    }),
  access: signedIn("editAccount"),
  async run({ input: { id, email = "" }, context, caller: { person } }) {
    await removeGroupUser(context.database, person.id, id === undefined ? { email } : { id });
    return null;
  },
});
