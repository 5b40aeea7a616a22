import type { ReactNode } from 'react'

type Props = {
  title: string
  /** Stands in one line with the title. */
  beside?: ReactNode
  /** Where links and keys lead to. */
  id?: string
  children: ReactNode
}

/** A part of a page. */
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
