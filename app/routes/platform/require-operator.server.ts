import { data } from "react-router";
import { backend } from "#app/backend.server.ts";
import { type PageArgs, requireUser } from "#app/guard.server.ts";
import { canOnPlatform } from "#domain/access/can.ts";
import type { AccountPermission } from "#domain/access/permissions.ts";
import { PROBLEM_STATUS } from "#domain/problem.ts";

/** Permission that the menu and the frame of the operator's pages require. */
export const OPERATOR: AccountPermission = "viewPlatform";

/**
 * Returns the operator. Other signed-in users receive the answer of an unknown address.
 * @throws the page of a missing address; a redirect to the login for a signed-out user
 */
export function requireOperator(args: PageArgs) {
  const person = requireUser(args);
  if (!canOnPlatform(person, OPERATOR)) throw missingPage();
  return person;
}

/** Whether the request comes from an operator. */
export function isOperator({ context }: Pick<PageArgs, "context">): boolean {
  const { caller } = context.get(backend);
  return caller.kind === "person" && canOnPlatform(caller.person, OPERATOR);
}

const ID = /^[1-9]\d{0,8}$/;

/**
 * Reads an id in an address.
 * @throws the page of a missing address if the text is no id
 */
export function readId(text: string | undefined): number {
  if (text === undefined || !ID.test(text)) throw missingPage();
  return Number(text);
}

/** The answer of an unknown address. */
export function missingPage() {
  return data(null, { status: PROBLEM_STATUS.notFound });
}
