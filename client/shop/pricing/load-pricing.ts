import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createHttpClient } from '#shared/http/http-client.ts'
import type { Pricing } from '#shared/pricing/pricing.ts'
import { loaderRoutes } from '#shared/routes/routes.ts'
import { useAppState, useStores } from '../../site/framework/app-state.tsx'
import type { AppStore } from '../../site/framework/app-stores.ts'
import { useOnline } from '../../site/framework/online-status.ts'

/** Fetches the prices if the server couldn't inline them. */
export function useLoadPricing(): void {
  const { app } = useStores()
  const { apiBaseUrl } = useAppState().config
  const { pathname } = useLocation()
  const online = useOnline()

  // biome-ignore lint/correctness/useExhaustiveDependencies: tries again on another page, or once online
  useEffect(() => void loadPricing(app, apiBaseUrl), [app, apiBaseUrl, pathname, online])
}

const loading = new WeakSet<AppStore>()

async function loadPricing(store: AppStore, apiBaseUrl: string) {
  if (store.getState().pricing || loading.has(store)) return
  loading.add(store)
  try {
    const pricing = (await createHttpClient(apiBaseUrl, fetch).get(loaderRoutes.pricing)) as Pricing
    store.setState({ pricing })
  } catch {
    // The next page tries again after a failure.
  } finally {
    loading.delete(store)
  }
}
