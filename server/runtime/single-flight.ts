/** Callers during a run get its result, so that no two runs overlap. */
export function shareRun<Result>(run: () => Promise<Result>): () => Promise<Result> {
  const share = shareRuns<Result>()
  return () => share(run, '', run)
}

/** As `shareRun`, for each owner and key. */
export function shareRuns<Result>(): (
  owner: object,
  key: string,
  run: () => Promise<Result>,
) => Promise<Result> {
  const running = new WeakMap<object, Map<string, Promise<Result>>>()
  return (owner, key, run) => {
    const own = running.get(owner) ?? new Map<string, Promise<Result>>()
    running.set(owner, own)
    const started = own.get(key) ?? run().finally(() => own.delete(key))
    own.set(key, started)
    return started
  }
}
