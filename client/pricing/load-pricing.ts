import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createHttpClient } from '#shared/http-client.ts'
import type { Pricing } from '#shared/pricing.ts'
import { loaderRoutes } from '#shared/routes.ts'
import { useAppState, useStores } from '../app-state.tsx'
import type { AppStore } from '../app-stores.ts'
import { useOnline } from '../framework/online-status.ts'

/** Fetches the prices if the server couldn't preload them. */
export function useLoadPricing(): void {
  const { app } = useStores()
  const { apiBaseUrl } = useAppState().config
  const { pathname } = useLocation()
  const online = useOnline()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, or a connection, is another chance
  useEffect(() => void loadPricing(app, apiBaseUrl), [app, apiBaseUrl, pathname, online])
}

const loading = new WeakMap<AppStore, Promise<void>>()

/** Resolves without prices after a failure. */
export async function loadPricing(store: AppStore, apiBaseUrl: string): Promise<void> {
  if (store.getState().pricing) return
  const asked = loading.get(store) ?? fetchPricing(store, apiBaseUrl)
  loading.set(store, asked)
  await asked
}

async function fetchPricing(store: AppStore, apiBaseUrl: string): Promise<void> {
  try {
    const pricing = (await createHttpClient(apiBaseUrl, fetch).get(loaderRoutes.pricing)) as Pricing
    store.setState({ pricing })
  } catch {
    // The next page tries again.
  } finally {
    loading.delete(store)
  }
}
