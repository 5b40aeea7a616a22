/** Milliseconds that one piece of work may block the event loop. */
const turnMs = 10

/** Splits long work, so that shorter requests are answered in between. */
export type Turns = {
  isOver(): boolean
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

/** Starts one waiter per event loop round; otherwise ten slow requests would form one long turn. */
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
