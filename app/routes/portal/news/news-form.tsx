import type { ReactNode } from "react";
import { Form } from "react-router";

/** Marks one of the news or all of them as read and opens it: a form, since a link must not change data. */
export function NewsForm({ id, children }: { id: number | "all"; children: ReactNode }) {
  return (
    <Form method="post" action="/news">
      <input type="hidden" name="intent" value={id === "all" ? "readAll" : "read"} />
      {id !== "all" && <input type="hidden" name="id" value={id} />}
      {children}
    </Form>
  );
}
