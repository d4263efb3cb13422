/**
 * Losses of a converter as shares of its rated power: at rest, in proportion, and with the square of what it carries.
 * An inverter is 96.2 % efficient at half and 95.7 % at full power; a solar charger 98.5 % and 98.3 %.
 */
const INVERTER = { rest: 0.007, linear: 0.012, square: 0.026 };
const CHARGER = { rest: 0.0015, linear: 0.008, square: 0.0075 };
type Curve = typeof INVERTER;

/** Panels wake their charger at this share of its rated power, but not below `MIN_WAKE_W`. */
const WAKE_SHARE = 0.005;
const MIN_WAKE_W = 10;

/** Loss in W of an inverter at a power, in either direction. */
export function inverterLoss(ratedW: number, power: number): number {
  return lossOn(INVERTER, ratedW, Math.abs(power));
}

/** W on the direct-current side for W on the other; both negative when charging. */
export function drawFromBattery(ratedW: number, power: number): number {
  return power + inverterLoss(ratedW, power);
}

/** W on the alternating-current side for W drawn: the inverse of `drawFromBattery`. */
export function inverterPowerFor(ratedW: number, drawn: number): number {
  const { rest, linear, square } = INVERTER;
  const bend = square / ratedW;
  const offset = rest * ratedW - Math.max(drawn, -8 * ratedW);
  if (offset <= 0) {
    const slope = 1 + linear;
    return (Math.sqrt(slope ** 2 - 4 * bend * offset) - slope) / (2 * bend);
  }
  const slope = 1 - linear;
  return -(slope - Math.sqrt(slope ** 2 - 4 * bend * offset)) / (2 * bend);
}

/** W that a solar charger draws from its panels: all they offer up to its rated power, nothing before it wakes. */
export function chargerInput(ratedW: number, offered: number): number {
  return offered < wakesAt(ratedW) ? 0 : Math.min(offered, ratedW);
}

/** Output of a solar charger for an input, W. */
export function chargerOutput(ratedW: number, taken: number): number {
  return taken <= 0 ? 0 : Math.max(0, taken - lossOn(CHARGER, ratedW, taken));
}

/** The inverse of `chargerOutput`; the charger rests below its minimum. */
export function chargerInputFor(ratedW: number, given: number): number {
  if (given <= 0) return 0;
  const bend = CHARGER.square / ratedW;
  const slope = 1 - CHARGER.linear;
  const taken =
    (slope - Math.sqrt(slope ** 2 - 4 * bend * (CHARGER.rest * ratedW + given))) / (2 * bend);
  return taken < wakesAt(ratedW) ? 0 : taken;
}

function wakesAt(ratedW: number): number {
  return Math.max(MIN_WAKE_W, WAKE_SHARE * ratedW);
}

function lossOn(curve: Curve, ratedW: number, power: number): number {
  const share = power / ratedW;
  return ratedW * (curve.rest + curve.linear * share + curve.square * share ** 2);
}
