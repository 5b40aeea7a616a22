import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

/** Works or waits as told, and then reports. */
const site = `
  process.stdin.once('data', (task) => {
    const start = process.threadCpuUsage().user
    if (String(task) === 'work') while (process.threadCpuUsage().user - start < 200_000);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    process.stdout.write('done')
  })
  process.stdout.write('ready')`

test.each([
  ['work', 'counts', (ms: number) => ms >= 190],
  ['wait', 'doesn’t count', (ms: number) => ms < 150],
])('a loop that is held by %s %s', async (task, _verdict, isRight) => {
  const child = fork('--eval', [site], {
    execArgv: ['--import', new URL('watch-loop.ts', import.meta.url).href],
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill())
  const ask = async () => {
    const answer = once(child, 'message')
    child.send('turn')
    return Number((await answer)[0].answer)
  }
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  await ask()
  child.stdin?.write(task)
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  expect(await ask()).toSatisfy(isRight)
  expect(await ask()).toBeLessThan(100)
})
