import { data, type RouterContextProvider } from "react-router";
import { call, refusalOf } from "../backend.server.ts";
import { IDENTITY_FIELD } from "./identity.ts";
import { textOf } from "./read-form.server.ts";

/**
 * Confirms the sender's identity where the form has their password, before it does anything else.
 * @throws what `call` throws, at the form's own field
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
    // How long a new password has to be is no help with one that exists.
    const message = password === "required" ? password : "wrongPassword";
    const fields = password === undefined ? problem.fields : { [IDENTITY_FIELD]: message };
    throw data({ ...problem, fields, reason: "confirmationRequired" }, { status: 422 });
  }
}
