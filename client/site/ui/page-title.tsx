import type { ReactNode } from 'react'
import { TitleCue } from './title-cue.tsx'

export function PageTitle({ children }: { children: ReactNode }) {
  return (
    <div className="PageTitle">
      <TitleCue />
      <h1 className="PageTitle-text" tabIndex={-1}>
        {children}
      </h1>
    </div>
  )
}
