import { expect, type Page } from "@playwright/test";
import { codeIn, linkIn, readMail } from "./read-mailbox.ts";
import { speaker } from "./texts.ts";

const say = speaker("en");

export const password = "Kw7xTq20";

/** An account of a journey's own, which it may change and delete. Answers its address. */
export async function makeAccount(page: Page, name: string): Promise<string> {
  const email = `${name.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const post = async (path: string, data: object) =>
    expect((await page.request.post(`/api${path}`, { data })).status(), path).toBe(200);
  await post("/user/v2/register/emailCaptcha", { email });
  await post("/user/v3/register", {
    name,
    email,
    phone: "030 901820",
    country: "DE",
    city: "Berlin",
    password,
    confirmPassword: password,
    agreement: true,
    captcha: codeIn(await readMail(page, email, say("mails:registerCode.subject"))),
  });
  const link = linkIn(await readMail(page, email, say("mails:activate.subject")), "/activate");
  const token = new URLSearchParams(link.slice(link.indexOf("?"))).get("token");
  await post("/auth/v2/activate", { token });
  return email;
}
