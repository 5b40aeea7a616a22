import { useStore } from 'zustand'
import type { LoadingBarStore } from './loading-bar-state.ts'

export function LoadingBar({ store }: { store: LoadingBarStore }) {
  const state = useStore(store)
  return (
    <>
      <div className="LoadBar" data-state={state} aria-hidden="true" />
      <p className="vh" role="status">
        {wordsOf[state]}
      </p>
    </>
  )
}

const wordsOf = { idle: '', loading: 'Loading', done: '', failed: 'The page couldn’t be loaded' }
