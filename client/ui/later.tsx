import { type ReactNode, useEffect, useState } from 'react'
import { useHydrated } from '../framework/use-hydrated.ts'
import { whenIdle } from '../framework/when.ts'

/**
 * What is far below a first visit's window: it isn't laid out before the first paint, but when it comes near, or else one
 * after the other once the page has been taken over and has nothing to do. Mounted by the router it is laid out at once,
 * so that a visitor who comes back finds the place that was left.
 */
export function Later({ children }: { children: ReactNode }) {
  const hydrated = useHydrated()
  const [later, setLater] = useState(!hydrated)
  useEffect(() => {
    if (later) inTurn(() => setLater(false))
  }, [later])
  return (
    <div className="Later" data-later={later}>
      {children}
    </div>
  )
}

let turn: Promise<unknown> = Promise.resolve()

/** One in a frame: no layout holds up the visitor for long. */
function inTurn(callback: () => void): void {
  turn = turn
    .then(() => new Promise<void>(whenIdle))
    .then(callback)
    .then(() => new Promise(requestAnimationFrame))
}
