import { createStore, type StoreApi } from 'zustand/vanilla'

type LoadingBarState = 'idle' | 'loading' | 'done' | 'failed'

export type LoadingBarStore = StoreApi<LoadingBarState>

export type LoadingBar = ReturnType<typeof createLoadingBar>

export function createLoadingBarStore(): LoadingBarStore {
  return createStore<LoadingBarState>(() => 'idle')
}

const throttleMs = 200
const hideDelayMs = 500

/** Shows no navigation shorter than the throttle, unless it fails. */
export function createLoadingBar(store: LoadingBarStore) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const after = (ms: number, state: LoadingBarState) => {
    clearTimeout(timer)
    timer = setTimeout(() => store.setState(state, true), ms)
  }
  return {
    start() {
      store.setState('idle', true)
      after(throttleMs, 'loading')
    },
    finish() {
      clearTimeout(timer)
      if (store.getState() !== 'loading') return
      store.setState('done', true)
      after(hideDelayMs, 'idle')
    },
    fail() {
      store.setState('failed', true)
      after(hideDelayMs, 'idle')
    },
  }
}
