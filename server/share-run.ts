/** Callers during a run get its result, so that no two runs overlap. */
export function shareRun<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null
  return () => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}
