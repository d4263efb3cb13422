import { useLive } from "#app/live/live-context.ts";
import { equipmentOf, registerOf } from "#domain/registers/address-parts.ts";
import { type DescribedRegister, describeRegister } from "#domain/registers/describe-register.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { useRegisterName } from "../use-register-name.ts";
import { useRegisterValue } from "../use-register-value.ts";

/** Names a command's register and its values. */
export function useCommandText() {
  const equipment = useLive((site) => site.view?.equipment ?? null);
  const registerName = useRegisterName();
  const registerValue = useRegisterValue("UTC");

  function describe(address: string): DescribedRegister {
    const piece = equipment?.find((candidate) => candidate.address === equipmentOf(address));
    const number = registerOf(address);
    const register = piece?.registers.find((candidate) => candidate.register === number);
    return describeRegister(
      piece ?? { address: equipmentOf(address) },
      register ?? { register: number, kind: "setting", access: "rw" },
    );
  }

  return {
    registerText: (address: string) => registerName(describe(address)),
    valueText(address: string, value: RegisterValue | undefined) {
      const { text, unit } = registerValue(describe(address), value);
      return unit === "" ? text : `${text} ${unit}`;
    },
  };
}
