import type { ReactNode } from 'react'

type Props = {
  id: string
  title: string
  /** The unit and the time span. */
  unit: string
  children?: ReactNode
  /** Shown next to the drawing, or below it in a narrow column. */
  side: ReactNode
  foot?: ReactNode
  /** Whether `side` is a table with several columns. */
  withTable?: boolean
}

export function Plot({ id, title, unit, children, side, foot, withTable = false }: Props) {
  return (
    <figure className={withTable ? 'Plot Plot--table' : 'Plot'} aria-labelledby={id}>
      <figcaption className="Plot-head">
        <h2 id={id}>{title}</h2>
        <p>{unit}</p>
      </figcaption>
      <div className="Plot-body">
        <div className="Plot-in">{children}</div>
        <div className="Plot-side">{side}</div>
      </div>
      {foot}
    </figure>
  )
}
