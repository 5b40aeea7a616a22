/**
 * Loaded before a site under test. It answers each message with the longest turn of the event loop since the last one, in
 * milliseconds of CPU. Only the loop's own thread counts, so a busy machine makes no turn longer.
 */
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
// A listener must not keep a process that has drained.
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
