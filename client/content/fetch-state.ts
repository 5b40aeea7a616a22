import { createStore, type StoreApi } from 'zustand/vanilla'

/** Keeps old data while newer data is pending. */
type FetchState<Data> = { pending: boolean; data: Data | null; error: unknown }

type Fetcher<Data> = {
  store: StoreApi<FetchState<Data>>
  /** The latest run wins. It stays pending for a minimum time, so that nothing flickers. */
  run(load: () => Promise<Data>): Promise<void>
  /** Discards pending answers, too. */
  clear(): void
}

/** In milliseconds. */
const minimumDelay = 200

export function createFetcher<Data>(initial: Data | null): Fetcher<Data> {
  const store = createStore<FetchState<Data>>(() => ({ pending: false, data: initial, error: null }))
  let newest = 0
  return {
    store,
    async run(load) {
      const turn = ++newest
      store.setState({ pending: true, error: null })
      const [result] = await Promise.allSettled([load(), delay(minimumDelay)])
      if (turn !== newest) return
      if (result.status === 'fulfilled') store.setState({ pending: false, data: result.value })
      else store.setState({ pending: false, error: result.reason })
    },
    clear() {
      newest++
      store.setState({ pending: false, data: null, error: null })
    },
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
