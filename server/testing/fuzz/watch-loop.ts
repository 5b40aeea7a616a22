/** Answers messages with the longest turn since the last one, in CPU of the loop's own thread. */
const tickMs = 5

let longestMs = 0
let last = cpuMs()

setInterval(note, tickMs).unref()

process.on('message', () => {
  note()
  process.send?.(longestMs)
  longestMs = 0
})
process.on('disconnect', () => process.exit())
// A listener must not keep a drained process alive.
process.channel?.unref()

function note(): void {
  const now = cpuMs()
  longestMs = Math.max(longestMs, now - last)
  last = now
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
