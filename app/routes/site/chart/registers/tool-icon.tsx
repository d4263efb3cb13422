/** Paths in the style of the frame's icons; they are here because every page loads those. */
const PATHS = {
  zoomIn: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3 20 20M7.5 10.5h6M10.5 7.5v6",
  zoomOut: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3 20 20M7.5 10.5h6",
  undo: "M4 9h10.5a5.5 5.5 0 0 1 0 11H8M8 5 4 9l4 4",
  select: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9 9h6v6H9z",
  expand: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 8.5h.01",
  table: "M12 4v10M8 10.5 12 14.5l4-4M4 19.5h16",
  earlier: "M15 5.5 8.5 12l6.5 6.5",
  later: "M9 5.5l6.5 6.5L9 18.5",
  remove: "M6 6l12 12M18 6 6 18",
} as const;
export type ToolIconName = keyof typeof PATHS;

export function ToolIcon({ name }: { name: ToolIconName }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="icon" style={SIZE}>
      <path d={PATHS[name]} />
    </svg>
  );
}

const SIZE = { width: "1.2em", height: "1.2em" };
