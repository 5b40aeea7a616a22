import { useEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { useStore } from 'zustand'
import { PageViews } from '../analytics/page-views.tsx'
import { useStores } from './app-state.tsx'
import type { LoadingBarStore } from './loading-bar-state.ts'
import { PageFocus } from './page-focus.tsx'

/** Stays mounted when pages change. */
export function Root() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true'
  }, [])
  return (
    <>
      <LoadingBar store={useStores().loadingBar} />
      <Outlet />
      <PageFocus />
      <PageViews />
      <ScrollRestoration />
    </>
  )
}

function LoadingBar({ store }: { store: LoadingBarStore }) {
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
