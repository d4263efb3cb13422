import { Button, Flex, Heading } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";
import { StyledNotice } from "../ui/styled-notice.tsx";

type ChartCardProps = {
  title: string;
  /** Controls beside the chart's title. */
  tools?: ReactNode;
  isLoading?: boolean;
  /**
   * The server's reason why there is no newer data: empty if the server did not answer, null if there is no problem.
   */
  refusal?: string | null;
  onAgain?: () => void;
  /** Whether a note is shown instead of a chart because there is no data. */
  isEmpty?: boolean;
  /** Height of the chart, px, which is reserved before it loads. */
  height: number;
  children: ReactNode;
};

/** Card with a chart: its title, a loading state, and a note if the data could not be loaded. */
export function ChartCard(props: ChartCardProps) {
  const { title, tools, isLoading = false, refusal = null, onAgain, isEmpty = false } = props;
  const { t } = useTranslation("charts");
  return (
    <Card aria-label={title} aria-busy={isLoading} data-loading={isLoading || undefined}>
      <Flex wrap="wrap" align="center" justify="space-between" gap="2" mb="2">
        <Heading as="h2" textStyle="md" fontWeight="semibold">
          {title}
        </Heading>
        {tools}
      </Flex>
      {refusal !== null && (
        <StyledNotice tone="warning" mb="3">
          {refusal || t("noAnswer")}{" "}
          {onAgain && (
            <Button variant="plain" size="sm" h="auto" px="1" onClick={onAgain}>
              {t("again")}
            </Button>
          )}
        </StyledNotice>
      )}
      {isEmpty && !isLoading ? (
        <Empty style={{ minHeight: props.height }}>{t("empty")}</Empty>
      ) : (
        <div style={{ minHeight: props.height }}>{props.children}</div>
      )}
    </Card>
  );
}

const Card = styled("section", {
  layerStyle: "card",
  position: "relative",
  overflow: "hidden",
  minW: "0",
  px: { base: "3", md: "4" },
  py: { base: "3", md: "4" },
  "&[data-loading]::before": {
    content: '""',
    position: "absolute",
    insetInline: "0",
    top: "0",
    h: "2px",
    bg: "brand.solid",
    animation: "pulse 1.2s ease-in-out infinite",
    _motionReduce: { animation: "none" },
  },
});

const Empty = styled("p", {
  display: "grid",
  placeItems: "center",
  textAlign: "center",
  px: "4",
  color: "fg.muted",
  textStyle: "sm",
  bg: "bg.sunken",
  borderRadius: "md",
});
