import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { afterAll } from 'vitest'

const running = new Set<ChildProcess>()

subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess }
  running.add(child)
  child.once('exit', () => running.delete(child))
})

/** Failed tests leave processes, whose output would keep the run waiting forever. */
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})
