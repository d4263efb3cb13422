/** The portal's mark: a sun that rises over a harbour. */
export function BrandMark({ size = "2rem" }: { size?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      style={{ width: size, height: size, flexShrink: 0 }}
    >
      <rect width="32" height="32" rx="9" fill="#123b3a" />
      <path d="M8.5 19a7.5 7.5 0 0 1 15 0z" fill="#f6b443" />
      <path
        d="M16 5.5v3M7.2 9.2l2 2.1M24.8 9.2l-2 2.1"
        stroke="#f6b443"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="M5 22.2c1.8-1.2 3.7-1.2 5.5 0s3.7 1.2 5.5 0 3.7-1.2 5.5 0 3.7 1.2 5.5 0M9 26.2c1.2-.8 2.3-.8 3.5 0s2.3.8 3.5 0 2.3-.8 3.5 0 2.3.8 3.5 0"
        fill="none"
        stroke="#8fd0c6"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
  );
}
