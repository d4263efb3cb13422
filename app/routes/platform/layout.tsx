import { Outlet } from "react-router";
import { UnsavedGuard } from "#app/forms/unsaved-guard.tsx";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { TabbedLayout } from "#app/ui/tabbed-layout.tsx";
import type { Route } from "./+types/layout";
import { requireOperator } from "./require-operator.server.ts";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.operator" }] };

const TABS = [
  "feedback",
  "news",
  "users",
  "modules",
  "subscribers",
  "blocked",
  "rules",
  "deliveries",
  "health",
  "audit",
] as const;

/** Each page calls operations, which check the permission again. */
export function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  return null;
}

/** Pages of the operator of the portal. */
export default function PlatformLayout() {
  return (
    <TabbedLayout path="/platform" tabs={TABS} search="" useTexts={useTexts}>
      <UnsavedGuard />
      <Outlet />
    </TabbedLayout>
  );
}

function useTexts() {
  usePageTexts("platform");
  const { t } = useTranslation("platform");
  return { label: t("tabs.label"), textOf: (tab: (typeof TABS)[number]) => t(`tabs.${tab}`) };
}
