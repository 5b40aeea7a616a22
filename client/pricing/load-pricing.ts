import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createHttpClient } from '#shared/http-client.ts'
import type { Pricing } from '#shared/pricing.ts'
import { apiRoutes } from '#shared/routes.ts'
import { useAppState, useStores } from '../app-state.tsx'
import type { AppStore } from '../app-stores.ts'
import { useOnline } from '../framework/online-status.ts'

/** In either layout: asks for the prices when the server couldn't preload them. Once they are there, never again. */
export function useLoadPricing(): void {
  const { app } = useStores()
  const { apiBaseUrl } = useAppState().config
  const { pathname } = useLocation()
  const online = useOnline()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, or a connection, is another chance
  useEffect(() => void loadPricing(app, apiBaseUrl), [app, apiBaseUrl, pathname, online])
}

const loading = new WeakSet<AppStore>()

/** A failure is silent: pages go on waiting for prices, and the next one asks again. */
async function loadPricing(store: AppStore, apiBaseUrl: string) {
  if (store.getState().pricing || loading.has(store)) return
  loading.add(store)
  try {
    const pricing = (await createHttpClient(apiBaseUrl, fetch).get(apiRoutes.pricing)) as Pricing
    store.setState({ pricing })
  } catch {
    // Silent: see above.
  } finally {
    loading.delete(store)
  }
}
