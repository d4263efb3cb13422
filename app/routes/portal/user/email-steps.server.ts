import { type problemOf, refusalOf } from "#app/backend.server.ts";
import { Refused } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import type { FormResult } from "#app/forms/use-own-form.ts";
import { callForPage } from "#app/guard.server.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { CODE_RESEND_MS } from "#domain/users/codes.ts";
import type { Route } from "./+types/page";
import type { EmailStep } from "./email-section.tsx";

type Args = Route.ActionArgs;
type Values = FormResult["values"];

/** Sends a code to the old address. */
export async function startEmailChange(form: FormData, args: Args) {
  const carried = { email: textOf(form, "email") };
  await orStep(
    () => callForPage(args, "POST /user/v2/emailCaptcha", { kind: "old" }),
    (problem) => (hasCode(problem, form) ? "old" : "start"),
    { ...carried, ...sentBefore(form) },
  );
  return { values: at("old", { ...carried, ...justSent() }) };
}

export async function verifyOldEmail(form: FormData, args: Args) {
  const code = textOf(form, "code");
  const carried = { email: textOf(form, "email") };
  await orStep(
    () => callForPage(args, "POST /user/v2/emailVerify", { code }),
    () => "old",
    { ...carried, ...sentBefore(form) },
  );
  return { values: at("new", { ...carried, oldCode: code }) };
}

/** Sends a code to the new address. */
export async function askNewEmail(form: FormData, args: Args) {
  const carried = { oldCode: textOf(form, "oldCode"), email: textOf(form, "email") };
  const { email } = carried;
  await orStep(
    () => callForPage(args, "POST /user/v2/emailCaptcha", { kind: "new", email }),
    (problem) => (hasCode(problem, form) ? "confirm" : "new"),
    { ...carried, ...sentBefore(form) },
  );
  return { values: at("confirm", { ...carried, ...justSent() }) };
}

export async function changeEmail(form: FormData, args: Args) {
  const carried = { oldCode: textOf(form, "oldCode"), email: textOf(form, "email") };
  const newCode = textOf(form, "newCode");
  await orStep(
    () => callForPage(args, "POST /user/v2/updateAccountAndEmail", { ...carried, newCode }),
    ({ fields }) => {
      if ("oldCode" in fields) return "expired";
      return "email" in fields ? "new" : "confirm";
    },
    // A code that was typed already is not requested again.
    { ...carried, ...sentBefore(form), newCode },
  );
  return { values: at("done", { email: carried.email }) };
}

type Problem = NonNullable<ReturnType<typeof problemOf>>;

/** Turns a refusal into the step that can resolve it. */
async function orStep(
  run: () => Promise<unknown>,
  stepFor: (problem: Problem) => EmailStep,
  carried: Values,
): Promise<void> {
  try {
    await run();
  } catch (thrown) {
    const problem = refusalOf(thrown);
    const step = stepFor(problem);
    const wait = isJustSent(problem) ? justSent(problem.retryAfter) : {};
    // A code that has expired since it was checked has no field any more.
    const reported =
      step === "expired" ? { ...problem, message: "wrongCode", fields: {} } : problem;
    throw new Refused(reported, at(step, { ...carried, ...wait }));
  }
}

const isJustSent = ({ message }: Problem) => message === "codeJustSent";

/**
 * Whether the user has a valid code although no new one was sent: one that was sent a moment ago, or the one that the
 * form asks for. An address that reached its daily limit, or that another user has requested, has none.
 */
function hasCode(problem: Problem, form: FormData): boolean {
  return isJustSent(problem) || (problem.code === "tooFast" && textOf(form, "sentAt") !== "");
}

const RESEND_S = CODE_RESEND_MS / SECOND_MS;

/** Time at which a code was sent and the wait until the next one: the page counts it down and passes it on. */
function justSent(waitS: number | null = null): Values {
  return { sentAt: String(Date.now()), waitS: String(Math.min(waitS ?? RESEND_S, RESEND_S)) };
}

function sentBefore(form: FormData): Values {
  const sentAt = textOf(form, "sentAt");
  return sentAt === "" ? {} : { sentAt, waitS: textOf(form, "waitS") };
}

function at(step: EmailStep, carried: Values = {}): Values {
  return { ...carried, step };
}
