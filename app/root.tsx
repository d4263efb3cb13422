import { type ReactNode, useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import { directionOf } from "#domain/languages.ts";
import type { Route } from "./+types/root";
import { backend } from "./backend.server.ts";
import { requireCurrentBuild } from "./build-version.server.ts";
import { EARLY_INPUT_SCRIPT } from "./early-input.ts";
import { getLanguage, i18nextMiddleware } from "./i18n/middleware.server.ts";
import { useTranslation } from "./i18n/use-translation.ts";
import { readCookie } from "./read-cookie.ts";
import {
  APPEARANCE_COOKIE,
  AUTO_APPEARANCE_SCRIPT,
  appearanceClass,
  parseAppearance,
} from "./theme/appearance.ts";
import { useStylesheet } from "./theme/stylesheet-context.ts";
import { Alerts } from "./ui/alerts.tsx";
import { ErrorPage } from "./ui/error-page.tsx";
import { useNonce } from "./ui/nonce.ts";
import { parseSidebar, SIDEBAR_COOKIE } from "./ui/shell/sidebar-state.ts";
import { useShownData, watchCalls } from "./watch-calls.ts";

export const middleware: Route.MiddlewareFunction[] = [i18nextMiddleware, requireCurrentBuild];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [watchCalls];

export function loader({ request, context }: Route.LoaderArgs) {
  return {
    language: getLanguage(context),
    operator: context.get(backend).context.operator,
    appearance: parseAppearance(readCookie(request, APPEARANCE_COOKIE)),
    sidebar: parseSidebar(readCookie(request, SIDEBAR_COOKIE)),
  };
}

/** Nothing in this data changes during client navigation. */
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const appearance = useRouteLoaderData<typeof loader>("root")?.appearance ?? "auto";
  const nonce = useNonce();
  return (
    <html
      lang={i18n.language}
      dir={directionOf(i18n.language)}
      className={appearanceClass(appearance)}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, which has to run before anything can be typed
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? EARLY_INPUT_SCRIPT : "" }}
        />
        <meta name="description" content={t("description")} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="stylesheet" href={useStylesheet()} />
        <Meta />
        <Links />
        {appearance === "auto" && (
          <script
            nonce={nonce}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, before the first paint
            dangerouslySetInnerHTML={{ __html: AUTO_APPEARANCE_SCRIPT }}
          />
        )}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  useShownData();
  return (
    <>
      <Outlet />
      <Alerts />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useEffect(() => {
    // An error page has no input that a reload would lose.
    const reload = () => location.reload();
    addEventListener("online", reload);
    return () => removeEventListener("online", reload);
  }, []);
  return <ErrorPage error={error} />;
}
