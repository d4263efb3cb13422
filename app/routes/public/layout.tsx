import { Box, Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import { AppearanceToggle } from "../../theme/appearance-toggle.tsx";
import { BrandMark } from "../../ui/icons/brand-mark.tsx";
import { HarbourPicture } from "./harbour-picture.tsx";

export default function PublicLayout() {
  const { t } = useTranslation(["login", "common"]);
  return (
    <Flex minH="100dvh" direction={{ base: "column", lg: "row" }}>
      <Flex
        direction="column"
        justify="space-between"
        position="relative"
        overflow="hidden"
        flex={{ lg: "0 0 46%" }}
        minH={{ base: "36", lg: "100dvh" }}
        bg="harbour.bg"
        color="harbour.fg"
        px={{ base: "5", lg: "12" }}
        py={{ base: "5", lg: "10" }}
      >
        <HarbourPicture />
        <Flex align="center" gap="3" position="relative" fontWeight="semibold" fontSize="xl">
          <BrandMark />
          {t("common:brand")}
        </Flex>
        <Box position="relative" maxW="md" display={{ base: "none", lg: "block" }} mb="40">
          <Box textStyle="4xl" fontWeight="semibold" mb="4">
            {t("claim.title")}
          </Box>
          <Box color="harbour.muted" textStyle="lg">
            {t("claim.text")}
          </Box>
        </Box>
      </Flex>
      <Flex flex="1" direction="column" minW="0">
        <Flex justify="flex-end" p="3">
          <AppearanceToggle colorPalette="gray" />
        </Flex>
        <Flex
          as="main"
          flex="1"
          align={{ base: "flex-start", lg: "center" }}
          justify="center"
          px="5"
          pb="16"
        >
          <Outlet />
        </Flex>
      </Flex>
    </Flex>
  );
}
