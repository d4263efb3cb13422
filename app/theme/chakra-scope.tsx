import { ChakraProvider, LocaleProvider } from "@chakra-ui/react";
import { CacheProvider } from "@emotion/react";
import type { ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { providedSystem } from "./system.ts";
import { useStyleCache } from "./use-style-cache.ts";

/**
 * Provides what Chakra's components need. Pages without them, such as the overview of a site, load neither Chakra nor
 * Emotion; their parts that load later bring the scope with them (`lazyComponent`).
 */
export function ChakraScope({ children }: { children: ReactNode }) {
  const { language } = useTranslation().i18n;
  return (
    <CacheProvider value={useStyleCache()}>
      <LocaleProvider locale={language}>
        <ChakraProvider value={providedSystem}>{children}</ChakraProvider>
      </LocaleProvider>
    </CacheProvider>
  );
}
