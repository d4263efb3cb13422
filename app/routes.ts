import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("routes/public/layout.tsx", [
    index("routes/public/landing.tsx"),
    route("login", "routes/public/login.tsx"),
    route("register", "routes/public/register.tsx"),
    route("activate", "routes/public/activate.tsx"),
    route("findpass", "routes/public/find-password.tsx"),
    route("resetpwd", "routes/public/reset-password.tsx"),
    route("subscribed", "routes/public/subscribed.tsx"),
  ]),
  layout("routes/portal/layout.tsx", [
    route("sitelist", "routes/portal/sitelist/page.tsx"),
    route("user", "routes/portal/user/page.tsx"),
    route("news", "routes/portal/news/page.tsx"),
    route("news/:id", "routes/portal/news/item.tsx"),
  ]),
  layout("routes/site/layout.tsx", [
    route("realtime", "routes/site/realtime/page.tsx"),
    route("management", "routes/site/management/page.tsx"),
    route("settings", "routes/site/settings/layout.tsx", [index("routes/site/settings/index.ts")]),
  ]),
  route("share", "routes/share/page.tsx"),
  route("world", "routes/world/page.tsx"),
  route("sharing", "routes/site/share/sharing.ts"),
  route("back", "routes/site/back.ts"),
  route("sitelist/download", "routes/portal/sitelist/download.ts"),
  route("sitelist/filters", "routes/portal/sitelist/filters.ts"),
  route("language", "routes/language.ts"),
  route("look/:name", "routes/look.ts"),
  route("map/tiles", "routes/map-tiles.ts"),
  route("invitations", "routes/portal/invitations.ts"),
  route("administrators", "routes/portal/sitelist/administrators.ts"),
  route("logout", "routes/logout.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
