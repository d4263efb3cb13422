import type { Refusable } from "./use-own-form.ts";

/** Name of the field that confirms the sender's identity, besides the form's own fields. */
export const IDENTITY_FIELD = "identityPassword";

/** Whether a form was refused because its sender has to confirm their identity. */
export function needsIdentity(result: Refusable): boolean {
  const problem = result?.problem;
  return problem?.reason === "confirmationRequired" || IDENTITY_FIELD in (problem?.fields ?? {});
}

/** Whether the password field already explains the refusal, so that no other message is needed. */
export function isExplainedByField(result: Refusable): boolean {
  if (!needsIdentity(result)) return false;
  const { message, fields = {} } = result?.problem ?? {};
  return message === "confirmationRequired" || Object.keys(fields).length > 0;
}
