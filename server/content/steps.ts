/** Work that can be interrupted: it yields wherever something else may run in between. */
export type Steps<Result> = Generator<void, Result, void>

/** How long one piece of work holds up all others. */
const sliceMs = 10

/** Runs all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs steps in slices, so that requests that need less are answered in between. */
export async function finishInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  let end = performance.now() + sliceMs
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < end) continue
    await turn()
    end = performance.now() + sliceMs
  }
}

const waiting: (() => void)[] = []

/** One slice per round of the event loop, however many wait: else ten slow requests would make one long slice. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(next)
  })
}

function next(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(next)
}
