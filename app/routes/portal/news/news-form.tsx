import type { ReactNode } from "react";
import { Form } from "react-router";

/** Marks one of the news as read, or all of them, and leads to it: a form, since a link changes nothing. */
export function NewsForm({ which, children }: { which: number | "all"; children: ReactNode }) {
  return (
    <Form method="post" action="/news">
      <input type="hidden" name="which" value={which} />
      {children}
    </Form>
  );
}
