import { data, RouterContextProvider, redirect } from "react-router";
import { expect, test } from "vitest";
import { backend } from "../backend.server.ts";
import { performForm, Refused } from "./perform-form.server.ts";

/** Performs a form with these fields by `action`, which the intent "save" names. */
async function perform(
  fields: Readonly<Record<string, string>>,
  action: (form: FormData) => Promise<{ made?: number }>,
  options: Parameters<typeof performForm<{ made: number }>>[2] = {},
) {
  const url = new URL("https://portal.example/page");
  const body = new URLSearchParams(fields);
  const request = new Request(url, { method: "POST", body });
  const context = new RouterContextProvider();
  context.set(backend, { version: "" } as never);
  const args = { request, url, context };
  const { data: result, init } = await performForm<{ made: number }>(
    args,
    { save: action },
    options,
  );
  return { result, status: init?.status };
}

const refuse = (code: string) => async () => {
  throw data({ code, message: code, fields: {}, retryAfter: null, reason: null }, { status: 400 });
};

test("the intent names the action, whose results the page gets", async () => {
  const save = async (form: FormData) => ({ made: Number(form.get("count")) });
  const { result, status } = await perform({ intent: "save", count: "3" }, save);
  expect(status).toBe(200);
  expect(result).toEqual({ intent: "save", problem: null, values: {}, made: 3 });
});

test("an unknown intent performs nothing, not even a property that every object has", async () => {
  for (const intent of ["", "delete", "constructor", "toString"])
    expect(await perform({ intent }, refuse("invalid"))).toEqual({ result: null, status: 422 });
});

test("a form without an intent is performed where the page names one", async () => {
  const { result } = await perform({}, async () => ({}), { intentOf: () => "save" });
  expect(result?.intent).toBe("save");
});

test("a refused form keeps the typed values, but never a password", async () => {
  const secrets = { password: "a", oldPassword: "b", confirmPassword: "c" };
  const { result, status } = await perform(
    { intent: "save", name: "Nora", ...secrets },
    refuse("invalid"),
  );
  expect(status).toBe(422);
  expect(result?.problem).toMatchObject({ message: "invalid" });
  expect(result?.values).toEqual({ name: "Nora" });
});

test("a rate limit responds with 429", async () => {
  expect((await perform({ intent: "save" }, refuse("tooFast"))).status).toBe(429);
});

test("an action that refuses a form itself may lead to another step", async () => {
  const action = async () => {
    throw new Refused({ fields: { code: "wrongCode" } }, { step: "again" });
  };
  const { result } = await perform({ intent: "save", code: "1" }, action);
  expect(result).toMatchObject({
    problem: { message: "invalid", fields: { code: "wrongCode" }, retryAfter: null },
    values: { step: "again" },
  });
});

test("a refused form may have results of its own", async () => {
  const extrasOfRefused = () => ({ made: 0 });
  const { result } = await perform({ intent: "save" }, refuse("invalid"), { extrasOfRefused });
  expect(result?.made).toBe(0);
});

test("an ended session redirects to the sign-in, unless the page refuses the form itself", async () => {
  for (const code of ["notSignedIn", "sessionEnded"]) {
    const redirected: Response = await perform({ intent: "save" }, refuse(code)).catch((is) => is);
    expect(redirected.headers.get("Location")).toBe("/login?redirect=%2Fpage");
  }
  const action = async () => {
    throw new Refused({ code: "notSignedIn", message: "wrongLogin" });
  };
  const { result } = await perform({ intent: "save" }, action);
  expect(result?.problem?.message).toBe("wrongLogin");
});

test("a redirect and a fault of the server are no refusals", async () => {
  const leave = async () => {
    throw redirect("/sitelist");
  };
  await expect(perform({ intent: "save" }, leave)).rejects.toBeInstanceOf(Response);
  await expect(perform({ intent: "save" }, refuse("fault"))).rejects.toMatchObject({
    data: { code: "fault" },
  });
});
