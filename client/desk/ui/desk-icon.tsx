/** Icons that only the desk uses: 24 grid, strokes only, next to a word. */
const paths = {
  again: 'M2 12.5l4.6 4.6L15 8.6M11.5 17l.4.4L22 7',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5.5h4',
  differs: 'M4 9h16M4 15h16M16.5 4.5l-9 15',
  letter: 'M2.5 5h19v14h-19zM2.5 5.5L12 13l9.5-7.5',
  half: 'M4.5 4.5h15v15h-15zM4.5 19.5L19.5 4.5',
  none: 'M4.5 4.5h15v15h-15z',
  several: 'M3 12h6M9 12l6-6h6M9 12l6 6h6',
} as const

export type DeskIconName = keyof typeof paths

export function DeskIcon({ name }: { name: DeskIconName }) {
  return (
    <svg className="Icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
