import type { ReactNode } from 'react'

type Props = {
  title: string
  /** Shown in the title's line. */
  beside?: ReactNode
  /** The target of links and keys. */
  id?: string
  children: ReactNode
}

export function Block({ title, beside, id, children }: Props) {
  const heading = <h2 {...(id && { id, tabIndex: -1 })}>{title}</h2>
  return (
    <div className="Block">
      {beside === undefined ? (
        heading
      ) : (
        <div className="Block-head">
          {heading}
          {beside}
        </div>
      )}
      {children}
    </div>
  )
}
