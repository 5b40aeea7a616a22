import { useEffect, useState } from 'react'
import { useAppState } from '../framework/app-state.tsx'
import { asksNotToBeTracked, hasOptedOut, optOut } from './analytics.ts'

/** Rendered only in the browser, which knows whether its visits are counted. */
export function AnalyticsChoice() {
  const { analyticsId } = useAppState().config
  const [counted, setCounted] = useState<boolean | null>(null)
  const [refused, setRefused] = useState(false)

  useEffect(() => {
    setRefused(asksNotToBeTracked(navigator))
    setCounted(!hasOptedOut(window))
  }, [])

  if (analyticsId === '') return <p>Visits aren’t counted on this site at present.</p>
  if (refused) return <p>Your browser asks not to be tracked, so your visits aren’t counted.</p>
  return (
    <p className="NeedsScript">
      <button
        type="button"
        role="switch"
        className="Switch"
        disabled={counted === null}
        aria-checked={counted === true}
        onClick={() => setCounted(optOut(window, counted === true) ? !counted : counted)}
      >
        Count my visits <span className="Switch-track" />
      </button>
    </p>
  )
}
