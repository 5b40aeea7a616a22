import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll } from 'vitest'

const running = new Set<ChildProcess>()

// Vitest loads this file before each test file.
subscribe('child_process', remember)

/** A failed test leaves its processes behind, and the run would wait for their output for ever. */
afterAll(() => {
  unsubscribe('child_process', remember)
  for (const child of running) child.kill('SIGKILL')
})

function remember(message: unknown): void {
  const { process: child } = message as { process: ChildProcess }
  running.add(child)
  child.once('exit', () => running.delete(child))
}
