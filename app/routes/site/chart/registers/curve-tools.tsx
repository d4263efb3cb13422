import { IconButton } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { shift, stepLength, zoomTo } from "#app/charts/time-window.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { Span } from "#domain/history/local-days.ts";
import { ToolIcon, type ToolIconName } from "./tool-icon.tsx";

type CurveToolsProps = {
  span: Span;
  limits: Span;
  onSpan: (span: Span) => void;
  goBack: (() => void) | null;
  isSelecting: boolean;
  onSelecting: (isSelecting: boolean) => void;
  onPicture: () => void;
  onTable: () => void;
  /** Null if the browser does not support full screen. */
  onFullScreen: (() => void) | null;
  children: ReactNode;
};

const HALF = 0.5;

/** Controls for the curves that work without a mouse, and exports. */
export function CurveTools(props: CurveToolsProps) {
  const { span, limits, onSpan, goBack, isSelecting, onSelecting, onFullScreen } = props;
  const { t } = useTranslation("charts");
  const length = span.to - span.from;
  const zoom = (by: -1 | 1) => {
    const middle = span.from + length / 2;
    onSpan(zoomTo(span, stepLength(length, by), middle, limits));
  };
  const move = (share: number) => onSpan(shift(span, share * length, limits));
  return (
    <Bar role="toolbar" aria-label={t("registers.tools.label")}>
      {props.children}
      <Group dir="ltr">
        <Tool icon="earlier" label={t("registers.tools.earlier")} onPress={() => move(-HALF)} />
        <Tool icon="later" label={t("registers.tools.later")} onPress={() => move(HALF)} />
        <Tool icon="zoomIn" label={t("registers.tools.zoomIn")} onPress={() => zoom(-1)} />
        <Tool icon="zoomOut" label={t("registers.tools.zoomOut")} onPress={() => zoom(1)} />
        <Tool icon="undo" label={t("registers.tools.back")} onPress={goBack} />
        <Tool
          icon="select"
          label={t("registers.tools.select")}
          isOn={isSelecting}
          onPress={() => onSelecting(!isSelecting)}
        />
      </Group>
      <Group dir="ltr" data-last>
        <Tool icon="picture" label={t("registers.tools.picture")} onPress={props.onPicture} />
        <Tool icon="table" label={t("registers.tools.table")} onPress={props.onTable} />
        {onFullScreen && (
          <Tool icon="expand" label={t("registers.tools.fullScreen")} onPress={onFullScreen} />
        )}
      </Group>
    </Bar>
  );
}

type ToolProps = {
  icon: ToolIconName;
  label: string;
  onPress: (() => void) | null;
  isOn?: boolean;
};

function Tool({ icon, label, onPress, isOn }: ToolProps) {
  return (
    <IconButton
      variant={isOn ? "subtle" : "ghost"}
      size="sm"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      // Not `disabled`, which would take the focus from a user who goes back as far as possible.
      aria-disabled={onPress === null || undefined}
      onClick={() => onPress?.()}
    >
      <ToolIcon name={icon} />
    </IconButton>
  );
}

const Bar = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: "3",
  rowGap: "1",
  minW: "0",
});

const Group = styled("div", {
  display: "flex",
  "& [aria-disabled]": { opacity: "0.4", cursor: "disabled" },
  // Only the browser knows whether it supports full screen: room for the button is reserved, so that no row moves.
  "&[data-last]": { minW: "calc(3 * {sizes.9})" },
});
