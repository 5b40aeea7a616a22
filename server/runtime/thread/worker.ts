import { parentPort } from 'node:worker_threads'
import { type JobAnswer, type JobRequest, jobs } from '../../thread-jobs.ts'

parentPort?.on('message', async ({ id, name, input }: JobRequest) => {
  parentPort?.postMessage(await answer(id, name, input))
})

async function answer(id: number, name: JobRequest['name'], input: unknown): Promise<JobAnswer> {
  try {
    return { id, output: await jobs[name](input as never) }
  } catch (error) {
    const { code, errcode } = Object(error)
    return { id, error, fault: { code, errcode } }
  }
}
