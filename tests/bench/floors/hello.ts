import { Hono } from "hono";

/** The least a Worker can do. */
const app = new Hono();

app.get("/hello", (c) => c.text("hello"));

export default app;
