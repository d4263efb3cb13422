import { DrizzleQueryError } from "drizzle-orm/errors";
import type { LoaderFunctionArgs } from "react-router";
import { backend, call } from "#app/backend.server.ts";
import { requireCurrentBuild } from "#app/build-version.server.ts";
import * as entryModule from "#app/entry.server.tsx";
import { i18nextMiddleware } from "#app/i18n/middleware.server.ts";

// Stands in for the React Router build, which exists only after `vite build`: a route that returns the caller, and
// pages that go wrong. The pages themselves are the browser tier's.
function loader({ context, request }: LoaderFunctionArgs): Response {
  const { caller } = context.get(backend);
  const headers = request.url.endsWith("/public") ? { "Cache-Control": "public" } : {};
  return Response.json(
    { who: caller.kind === "person" ? caller.person.account : null },
    { headers },
  );
}

/** A page that runs a query for its caller. */
async function lookUp({ context, url }: LoaderFunctionArgs): Promise<null> {
  const search = url.searchParams.get("q") ?? "";
  await call(context, "POST /site/v4/getListBySearchFilterAndReorder", { search });
  return null;
}

/** The frame of a page, which reads what the layout of the portal reads. */
async function loadFrame({ context }: LoaderFunctionArgs): Promise<number> {
  const [{ nums }] = await Promise.all([
    call(context, "POST /help/v2/news/nums", {}),
    call(context, "POST /user/v2/get", {}),
    call(context, "POST /site/v2/alarm/all/count", {}),
  ]);
  return nums;
}

/** A page that cannot be shown. */
function Broken(): never {
  throw new DrizzleQueryError("select ?", ["secret-name"], new Error("no such table"));
}

const page = { middleware: [i18nextMiddleware], ErrorBoundary: () => null };
export const routes = {
  broken: { id: "broken", path: "/broken", module: { ...page, default: Broken } },
  search: {
    id: "search",
    path: "/search",
    module: { ...page, loader: lookUp, default: () => null },
  },
  frame: { id: "frame", path: "/frame", module: { ...page, loader: loadFrame } },
  framed: {
    id: "framed",
    parentId: "frame",
    path: "search",
    module: { ...page, loader: lookUp },
  },
  versioned: {
    id: "versioned",
    path: "/versioned/*?",
    module: { middleware: [requireCurrentBuild], loader, action: loader },
  },
  every: { id: "every", path: "*", module: { loader, action: loader } },
};
export const entry = { module: entryModule };
const manifest = {
  broken: { id: "broken", path: "/broken" },
  search: { id: "search", path: "/search" },
};
export const assets = {
  entry: { imports: [], module: "" },
  routes: manifest,
  url: "",
  version: "",
};
export const future = {};
export const ssr = true;
export const isSpaMode = false;
export const prerender = [];
export const routeDiscovery = { mode: "initial" };
export const publicPath = "/";
export const basename = "/";
export const assetsBuildDirectory = "";
