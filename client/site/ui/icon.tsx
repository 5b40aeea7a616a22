import { framePaths, Strokes } from './frame-icon.tsx'

/** Icons that load with the pages that use them. */
const paths = {
  ...framePaths,
  alert: 'M12 3L22 20.5H2zM12 9.5v5M12 17.2v.6',
  check: 'M4 12.5l5.2 5.2L20 6.8',
  copy: 'M8.5 8.5h12v12h-12zM15.5 8.5v-5h-12v12h5',
  download: 'M12 3v12M6.5 10L12 15.5 17.5 10M4 20.5h16',
  eye: 'M1.5 12L8 6h8l6.5 6-6.5 6H8zM12 8.8l3.2 3.2-3.2 3.2L8.8 12z',
  file: 'M5.5 2.5h8l5 5v14h-13zM13.5 2.5v5h5',
  full: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  info: 'M12 11v6M12 7v.4M12 2.8a9.2 9.2 0 1 0 0 18.4 9.2 9.2 0 0 0 0-18.4z',
  left: 'M20 12H5M11.5 5.5L5 12l6.5 6.5',
  minus: 'M5 12h14',
  mirror: 'M12 3v18M9 7v10H3zM15 7v10h6z',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 8V3h10v5M7 17H3.5V8h17v9H17M7 14h10v7H7z',
  search: 'M10.5 3.5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM15.6 15.6L21 21',
  send: 'M3.5 5.5h17v13h-17zM3.5 6l8.5 7 8.5-7',
  right: 'M4 12h15M12.5 5.5L19 12l-6.5 6.5',
  retry: 'M20 12a8 8 0 1 1-2.6-5.9M20 3v4.5h-4.5',
  top: 'M4 4h16M12 20V8.5M6.5 14L12 8.5 17.5 14',
  trash: 'M4 6.5h16M9 6.5V3.5h6v3M6 6.5l1 14h10l1-14',
} as const

export type IconName = keyof typeof paths

export function Icon({ name }: { name: IconName }) {
  return <Strokes path={paths[name]} />
}
