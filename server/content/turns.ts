/** How long one piece of work holds up all others, in milliseconds. */
const turnMs = 10

/** Divides long work, so that requests that need less are answered in between. */
export type Turns = {
  /** Whether others should run before this work goes on. */
  isOver(): boolean
  /** Lets others run, when the turn is over. */
  next(): Promise<void>
}

export function createTurns(): Turns {
  let end = performance.now() + turnMs
  const isOver = () => performance.now() >= end
  return {
    isOver,
    async next() {
      if (!isOver()) return
      await nextTurn()
      end = performance.now() + turnMs
    },
  }
}

const waiting: (() => void)[] = []

/** One turn per round of the event loop, however many wait: else ten slow requests would make one long turn. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resume)
  })
}

function resume(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resume)
}
