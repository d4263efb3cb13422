import { Box, Flex, Heading, Text } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";
import { useLive, useLiveValue } from "../../../../live/live-context.ts";
import { isCurrent } from "../../../../live/live-site.ts";
import { FlowPicture } from "./flow-picture.tsx";

export function FlowCard({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation("realtime");
  const id = useId();
  return (
    <Box as="section" aria-labelledby={id} layerStyle="card" px={{ base: "2", md: "5" }} py="4">
      <Flex align="baseline" justify="space-between" gap="3" mb="3" px={{ base: "2", md: "0" }}>
        <Heading id={id} as="h2" textStyle="md" fontWeight="semibold">
          {t("flow.title")}
        </Heading>
        <Text textStyle="xs" color="fg.muted">
          <AsOf timeZone={timeZone} />
        </Text>
      </Flex>
      <FlowPicture />
    </Box>
  );
}

/** The losses while the figures are of this moment; else of when they are. */
function AsOf({ timeZone }: { timeZone: string }) {
  const { t, i18n } = useTranslation("realtime");
  const current = useLive(isCurrent);
  const newestAt = useLive((site) => (isCurrent(site) ? null : site.newestAt));
  const known = useLive((site) => site.view !== null);
  const losses = useLiveValue(SITE_ADDRESS.losses);
  if (!known) return null;
  if (!current)
    return newestAt === null
      ? t("flow.notYet")
      : t("flow.asOf", { time: formatLocalTime(newestAt, timeZone) });
  if (typeof losses !== "number") return null;
  const { text } = formatQuantity(losses, "W", { language: i18n.language, decimals: 0 });
  return `${t("flow.losses")} ${text}`;
}
