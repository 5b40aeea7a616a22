import type { ReactNode } from 'react'

export function PageTitle({ children }: { children: ReactNode }) {
  return (
    <div className="PageTitle">
      <span className="TitleCue" />
      <h1 className="PageTitle-text" tabIndex={-1}>
        {children}
      </h1>
    </div>
  )
}
