import type { ParseKeys } from "i18next";
import { Fragment } from "react";
import { Link, useMatches } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";

/** Breadcrumb of a route; a name that is data (a site's) is not translated. */
type Crumb = { label: ParseKeys<"common"> } | { text: string };
type Step = Crumb & { to?: string };
/** The `handle` of a route that appears in the breadcrumbs. */
export type CrumbHandle = { crumbs: (loaderData: unknown) => readonly Step[] };

export function Breadcrumbs() {
  const { t } = useTranslation();
  const steps = useMatches().flatMap((match) =>
    isCrumbHandle(match.handle) ? match.handle.crumbs(match.loaderData) : [],
  );
  return (
    <nav aria-label={t("navigation.breadcrumbs")}>
      <List>
        {steps.map((step, index) => {
          const last = index === steps.length - 1;
          const text = "label" in step ? t(step.label) : step.text;
          return (
            <Fragment key={text}>
              {index > 0 && (
                <li aria-hidden data-separator>
                  {"/"}
                </li>
              )}
              <li data-last={last || undefined} dir="auto">
                {step.to === undefined || last ? (
                  <span aria-current={last ? "page" : undefined}>{text}</span>
                ) : (
                  <Link to={step.to}>{text}</Link>
                )}
              </li>
            </Fragment>
          );
        })}
      </List>
    </nav>
  );
}

const List = styled("ol", {
  display: "flex",
  alignItems: "center",
  gap: "2",
  textStyle: "sm",
  color: "fg.muted",
  minW: "0",
  whiteSpace: "nowrap",
  "& li": { minW: "0", overflow: "hidden", textOverflow: "ellipsis" },
  "& [data-separator]": { color: "fg.subtle", flexShrink: "0" },
  "& [data-last]": { color: "fg", fontWeight: "medium", flexShrink: "0" },
  "& a, & span": { unicodeBidi: "plaintext" },
  "& a": { borderRadius: "xs", _hover: { color: "fg", textDecoration: "underline" } },
  // A phone has room only for the current page.
  mdDown: { "& li:not([data-last])": { display: "none" } },
});

function isCrumbHandle(handle: unknown): handle is CrumbHandle {
  return typeof handle === "object" && handle !== null && "crumbs" in handle;
}
