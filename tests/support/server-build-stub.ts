import type { LoaderFunctionArgs } from "react-router";
import { backend } from "#app/backend.server.ts";

// Stands in for the React Router build, which exists only after `vite build`: one route for every address, which
// tells who is asking. The pages themselves are the browser tier's.
function loader({ context, request }: LoaderFunctionArgs): Response {
  const { caller } = context.get(backend);
  const headers = request.url.endsWith("/public") ? { "Cache-Control": "public" } : {};
  return Response.json(
    { who: caller.kind === "person" ? caller.person.account : null },
    { headers },
  );
}

export const routes = {
  every: { id: "every", path: "*", module: { loader, action: loader } },
};
export const entry = { module: { default: () => new Response("no pages in this tier") } };
export const assets = { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" };
export const future = {};
export const ssr = true;
export const isSpaMode = false;
export const prerender = [];
export const routeDiscovery = { mode: "initial" };
export const publicPath = "/";
export const basename = "/";
export const assetsBuildDirectory = "";
