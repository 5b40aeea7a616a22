/** Icons that every page loads first. 24 grid, strokes only, next to a word or named by their control. */
export const framePaths = {
  cart: 'M2.5 4h3l2.6 11.5h10.4L21 7.5H6.4M8.4 19.2h2v2h-2zM16 19.2h2v2h-2z',
  close: 'M5 5l14 14M19 5L5 19',
  menu: 'M3 6.5h18M3 12h18M3 17.5h11',
  offline: 'M1.5 12h6M16.5 12h6M9.5 9l5 6M14.5 9l-5 6',
} as const

export function FrameIcon({ name }: { name: keyof typeof framePaths }) {
  return <Strokes path={framePaths[name]} />
}

export function Strokes({ path }: { path: string }) {
  return (
    <svg className="Icon" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}
