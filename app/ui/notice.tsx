import type { ComponentProps } from "react";
import type { SignalName } from "../theme/palette.ts";
import { styled } from "../theme/styled.tsx";
import { Icon } from "./icons/icon.tsx";
import type { IconName } from "./icons/icon-paths-data.ts";

const ICON: Record<SignalName, IconName> = {
  good: "check",
  warning: "warning",
  fault: "warning",
  quiet: "info",
  info: "info",
};

/** A message within a page. Faults and warnings are announced at once. */
export function Notice({ tone, children, ...rest }: ComponentProps<"div"> & { tone: SignalName }) {
  return (
    <Frame
      role={tone === "fault" || tone === "warning" ? "alert" : "status"}
      data-tone={tone}
      {...rest}
    >
      <Icon name={ICON[tone]} />
      <span>{children}</span>
    </Frame>
  );
}

const Frame = styled("div", {
  display: "flex",
  gap: "2.5",
  alignItems: "flex-start",
  px: "3.5",
  py: "2.5",
  borderRadius: "md",
  textStyle: "sm",
  "& a": { textDecoration: "underline" },
  ...Object.fromEntries(
    Object.keys(ICON).map((tone) => [`&[data-tone=${tone}]`, { bg: `${tone}.wash`, color: tone }]),
  ),
});
