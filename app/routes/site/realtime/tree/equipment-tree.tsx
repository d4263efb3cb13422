import { Box, Flex, Heading, Input, Skeleton, Text } from "@chakra-ui/react";
import { useDeferredValue, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import { isCurrent } from "#app/live/live-site.ts";
import { StyledIcon } from "#app/ui/icons/styled-icon.tsx";
import { searchTree } from "./search-tree.ts";
import { TreeSection } from "./tree-section.tsx";
import { useTree } from "./use-tree.ts";

/** All equipment of the site with the live values of its registers. */
export default function EquipmentTree({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation("realtime");
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search);
  const tree = useTree();
  const found = tree && searchTree(tree, wanted);
  const stale = useLive((site) => site.view !== null && !isCurrent(site));
  const searching = wanted.trim() !== "";
  const id = useId();
  return (
    <Box
      as="section"
      aria-labelledby={id}
      layerStyle="card"
      overflow="hidden"
      data-stale={stale || undefined}
    >
      <Flex
        wrap="wrap"
        gap="3"
        align="center"
        justify="space-between"
        px={{ base: "4", md: "5" }}
        py="3.5"
      >
        <Flex align="baseline" gap="3">
          <Heading id={id} as="h2" textStyle="md" fontWeight="semibold">
            {t("equipment.title")}
          </Heading>
          {stale && (
            <Text textStyle="xs" color="fg.muted">
              {t("equipment.lastKnown")}
            </Text>
          )}
        </Flex>
        <Box position="relative" w={{ base: "full", sm: "72" }}>
          <StyledIcon
            name="search"
            position="absolute"
            insetStart="3"
            top="2"
            zIndex="1"
            color="fg.subtle"
            pointerEvents="none"
          />
          <Input
            size="sm"
            ps="10"
            type="search"
            aria-label={t("equipment.search")}
            placeholder={t("equipment.search")}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </Box>
      </Flex>
      {found === null && <Waiting />}
      {tree?.length === 0 && <EmptyNote>{t("equipment.none")}</EmptyNote>}
      {tree !== null && tree.length > 0 && found?.length === 0 && (
        <EmptyNote>{t("equipment.noMatch", { search: wanted.trim() })}</EmptyNote>
      )}
      {found?.map((shown, index) => (
        <TreeSection
          key={shown.address}
          shown={shown}
          timeZone={timeZone}
          searching={searching}
          initiallyOpen={index === Math.min(1, found.length - 1)}
        />
      ))}
    </Box>
  );
}

function EmptyNote({ children }: { children: string }) {
  return (
    <Text px="5" py="8" borderTopWidth="1px" color="fg.muted" textStyle="sm" textAlign="center">
      {children}
    </Text>
  );
}

function Waiting() {
  const { t } = useTranslation("realtime");
  return (
    <Box px="5" py="4" borderTopWidth="1px" role="status" aria-label={t("equipment.waiting")}>
      <Skeleton h="5" w="60%" mb="3" bg="bg.sunken" />
      <Skeleton h="5" w="80%" mb="3" bg="bg.sunken" />
      <Skeleton h="5" w="45%" bg="bg.sunken" />
    </Box>
  );
}
