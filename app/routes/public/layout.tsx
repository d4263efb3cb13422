import { Box, Flex } from "@chakra-ui/react";
import { Suspense } from "react";
import { Outlet } from "react-router";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { AppearanceToggle } from "#app/theme/appearance-toggle.tsx";
import { BrandMark } from "#app/ui/icons/brand-mark.tsx";
import { LanguageMenu } from "#app/ui/language-menu.tsx";
import { LegalLinks } from "#app/ui/legal-links.tsx";
import { ConnectivityNotice } from "#app/ui/shell/connectivity-notice.tsx";
import { HarbourPicture } from "./harbour-picture.tsx";

export default function PublicRoute() {
  return (
    <Suspense>
      <PublicLayout />
    </Suspense>
  );
}

function PublicLayout() {
  usePageTexts("account", "login", "welcome");
  const { t } = useTranslation(["login", "common"]);
  return (
    <Flex minH="100dvh" direction="column">
      <ConnectivityNotice offline={t("offline")} isTop />
      <Flex flex="1" direction={{ base: "column", lg: "row" }}>
        <Flex
          as="header"
          direction="column"
          position="relative"
          overflow="hidden"
          flex={{ lg: "0 0 46%" }}
          minH={{ base: "28", lg: "0" }}
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
          <Box position="relative" maxW="md" display={{ base: "none", lg: "block" }} mt="14vh">
            <Box textStyle="4xl" fontWeight="semibold" mb="4">
              {t("claim.title")}
            </Box>
            <Box color="harbour.muted" textStyle="lg">
              {t("claim.text")}
            </Box>
          </Box>
        </Flex>
        <Flex as="main" flex="1" direction="column" minW="0" position="relative">
          <Flex position="absolute" top="3" insetEnd="3" gap="1">
            <LanguageMenu />
            <AppearanceToggle />
          </Flex>
          <Flex
            flex="1"
            align={{ base: "flex-start", lg: "center" }}
            justify="center"
            px="5"
            pt="16"
            pb={{ base: "10", lg: "16" }}
          >
            <Outlet />
          </Flex>
          <LegalLinks />
        </Flex>
      </Flex>
    </Flex>
  );
}
