import { Hono } from "hono";

/** The least a Worker can do, and the least it can do with the database. */
const app = new Hono<{ Bindings: { DB: D1Database } }>();

app.get("/hello", (c) => c.text("hello"));

app.get("/select", async (c) => {
  const row = await c.env.DB.prepare("select name from things where id = ?").bind(7).first();
  return c.json(row);
});

export default app;
