import { data, type RouterContextProvider } from "react-router";
import { call, refusalOf } from "../backend.server.ts";
import { IDENTITY_FIELD } from "./identity.ts";
import { textOf } from "./read-form.server.ts";

/**
 * Confirms the sender's identity before anything else if the form has their password.
 * @throws what `call` throws, assigned to the form's own field
 */
export async function confirmFirst(
  context: Readonly<RouterContextProvider>,
  form: FormData,
): Promise<void> {
  if (!form.has(IDENTITY_FIELD)) return;
  try {
    await call(context, "POST /auth/v2/confirm", { password: textOf(form, IDENTITY_FIELD) });
  } catch (thrown) {
    const problem = refusalOf(thrown);
    const { password } = problem.fields;
    // The rules for a new password do not help with an existing one.
    const message = password === "required" ? password : "wrongPassword";
    const fields = password === undefined ? problem.fields : { [IDENTITY_FIELD]: message };
    throw data({ ...problem, fields, reason: "confirmationRequired" }, { status: 422 });
  }
}
