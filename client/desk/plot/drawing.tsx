import type { ReactNode } from 'react'

/** Plots are drawn in both sizes and CSS shows the one that fits, so that text keeps its size. */
export type Size = 'wide' | 'narrow'

export const sizes: readonly Size[] = ['wide', 'narrow']

type Props = {
  id: string
  size: Size
  width: number
  height: number
  title: string
  /** The plot's content in words. */
  finding: string
  children: ReactNode
}

export function Drawing({ id, size, width, height, title, finding, children }: Props) {
  const [titleId, findingId] = [`${id}-${size}-title`, `${id}-${size}-finding`]
  return (
    <svg
      className={`Plot-svg Plot-svg--${size}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-labelledby={`${titleId} ${findingId}`}
    >
      <title id={titleId}>{title}</title>
      <desc id={findingId}>{finding}</desc>
      {children}
    </svg>
  )
}
