/** Milliseconds that one piece of work may block the event loop. */
const turnMs = 10

export type Turns = ReturnType<typeof createTurns>

/** Splits long work, so that shorter requests run in between. */
export function createTurns() {
  let end = performance.now() + turnMs
  const isOver = () => performance.now() >= end
  return {
    isOver,
    async next(): Promise<void> {
      if (!isOver()) return
      await nextTurn()
      end = performance.now() + turnMs
    },
  }
}

const waiting: (() => void)[] = []

/** Resumes one waiter per event loop round; otherwise ten slow requests would form one long turn. */
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
