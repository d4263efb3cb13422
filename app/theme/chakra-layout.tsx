import { Outlet } from "react-router";
import { ChakraScope } from "./chakra-scope.tsx";

/** Layout of all pages that have Chakra's components from the start. */
export default function ChakraLayout() {
  return (
    <ChakraScope>
      <Outlet />
    </ChakraScope>
  );
}
