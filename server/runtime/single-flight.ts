/** Callers during a run share its result, so that no two runs overlap. */
export function singleFlight<Result>(run: () => Promise<Result>): () => Promise<Result> {
  const share = singleFlights<Result>()
  return () => share(run, '', run)
}

/** Like `singleFlight`, for each owner and key. */
export function singleFlights<Result>(): (
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
