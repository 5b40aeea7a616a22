/**
 * Answers messages: "turn" by the longest turn since the last one, in CPU of the loop's own thread; "held" by the megabytes that a
 * full collection leaves, if Node runs with `--expose-gc`.
 */
const tickMs = 5

let longestMs = 0
let last = cpuMs()

setInterval(note, tickMs).unref()

process.on('message', (question) => {
  note()
  process.send?.({ question, answer: question === 'held' ? heldMegabytes() : longestMs })
  longestMs = 0
  last = cpuMs()
})
process.on('disconnect', () => process.exit())
// A listener must not keep a drained process alive.
process.channel?.unref()

function note(): void {
  const now = cpuMs()
  longestMs = Math.max(longestMs, now - last)
  last = now
}

function heldMegabytes(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return Math.round((heapUsed + external) / 2 ** 20)
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
