import type { Map as LeafletMap } from "leaflet";

/** Distance between the centre of a marker and the card, px. */
const ROOM = 40;
/** Fraction of the map's height: a marker stays above a card as wide as the map if it is higher than this. */
const ABOVE = 0.25;

type Box = { left: number; right: number; top: number; bottom: number };

/** Returns the pan after which a card does not cover a point of the map. Coordinates of one window, px. */
export function panOffset(point: { x: number; y: number }, card: Box, map: Box): [number, number] {
  if (card.right - card.left > (map.right - map.left) / 2) {
    // The card will still grow upwards.
    const highest = map.top + ABOVE * (map.bottom - map.top);
    return point.y > highest ? [0, point.y - highest] : [0, 0];
  }
  const { left, right, top, bottom } = card;
  if (point.y < top - ROOM || point.y > bottom + ROOM) return [0, 0];
  if (point.x < left - ROOM || point.x > right + ROOM) return [0, 0];
  const isAtEnd = left - map.left > map.right - right;
  return [point.x - (isAtEnd ? left - ROOM : right + ROOM), 0];
}

/** Moves a map so that its card does not cover a marker. */
export function panIntoView(map: LeafletMap, marker: HTMLElement): void {
  const ground = map.getContainer();
  const card = ground.parentElement?.querySelector(".map-card");
  if (!card) return;
  const { left, top, width, height } = marker.getBoundingClientRect();
  const point = { x: left + width / 2, y: top + height / 2 };
  const [x, y] = panOffset(point, card.getBoundingClientRect(), ground.getBoundingClientRect());
  if (x !== 0 || y !== 0) map.panBy([x, y]);
}
