import { CODE_RESEND_MS } from "#domain/users/codes.ts";
import { problemOf } from "../../../backend.server.ts";
import { callForPage } from "../../../guard.server.ts";
import type { Route } from "./+types/page";
import { Refused, textOf, type Values } from "./form.server.ts";
import type { EmailStep } from "./user-result.ts";

type Asked = Route.ActionArgs;

/** A code to the address so far. Where one was sent a moment ago, that one is asked for. */
export async function startEmailChange(asked: Asked): Promise<Values> {
  const send = () => callForPage(asked, "POST /user/v2/emailCaptcha", { kind: "old" });
  await orStep(send, ({ code }) => (code === "tooFast" ? "old" : "start"));
  return at("old", justSent());
}

export async function verifyOldEmail(asked: Asked, form: FormData): Promise<Values> {
  const code = textOf(form, "code");
  await orStep(
    () => callForPage(asked, "POST /user/v2/emailVerify", { code }),
    () => "old",
    sentBefore(form),
  );
  return at("new", { oldCode: code });
}

/** A code to the new address. */
export async function askNewEmail(asked: Asked, form: FormData): Promise<Values> {
  const carried = { oldCode: textOf(form, "oldCode"), email: textOf(form, "email") };
  const { email } = carried;
  await orStep(
    () => callForPage(asked, "POST /user/v2/emailCaptcha", { kind: "new", email }),
    ({ code }) => (code === "tooFast" ? "confirm" : "new"),
    carried,
  );
  return at("confirm", { ...carried, ...justSent() });
}

export async function changeEmail(asked: Asked, form: FormData): Promise<Values> {
  const carried = { oldCode: textOf(form, "oldCode"), email: textOf(form, "email") };
  const newCode = textOf(form, "newCode");
  await orStep(
    () => callForPage(asked, "POST /user/v2/updateAccountAndEmail", { ...carried, newCode }),
    ({ fields }) => {
      if ("oldCode" in fields) return "old";
      return "email" in fields ? "new" : "confirm";
    },
    { ...carried, ...sentBefore(form) },
  );
  return at("done", { email: carried.email });
}

type Problem = NonNullable<ReturnType<typeof problemOf>>;

/** What is refused leads to the step that can put it right. */
async function orStep(
  run: () => Promise<unknown>,
  stepFor: (problem: Problem) => EmailStep,
  carried: Values = {},
): Promise<void> {
  try {
    await run();
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem === null || problem.code === "fault") throw thrown;
    const wait = problem.retryAfter === null ? {} : justSent(problem.retryAfter);
    throw new Refused(problem, at(stepFor(problem), { ...carried, ...wait }));
  }
}

/** When a code was sent, and how long until another may be: the page counts it down, and hands it on. */
function justSent(waitS = CODE_RESEND_MS / 1000): Values {
  return { sentAt: String(Date.now()), waitS: String(waitS) };
}

function sentBefore(form: FormData): Values {
  return { sentAt: textOf(form, "sentAt"), waitS: textOf(form, "waitS") };
}

function at(step: EmailStep, carried: Values = {}): Values {
  return { ...carried, step };
}
