import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { afterAll } from 'vitest'

const running = new Set<ChildProcess>()

subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess }
  running.add(child)
  child.once('exit', () => running.delete(child))
})

/** A failed test leaves its processes behind, and the run would wait for their output for ever. */
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})
