import { useEffect, useState } from 'react'
import { routes } from '#shared/routes.ts'
import { useAppState, useStores } from '../app-state.tsx'
import { useOnline } from '../framework/online-status.ts'
import { PageLink } from '../framework/page-link.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { loadPricing } from './load-pricing.ts'

/** Stands in the prices' place until they are there. A failure raises no error; only the waiting ends. */
export function AwaitedPrices() {
  const { app } = useStores()
  const { apiBaseUrl } = useAppState().config
  const online = useOnline()
  const [failed, setFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a connection is another chance
  useEffect(() => {
    setFailed(false)
    loadPricing(app, apiBaseUrl).then(() => setFailed(app.getState().pricing === null))
  }, [app, apiBaseUrl, online])

  if (!failed) return <Waiting label="Prices are on their way" />
  return (
    <p className="Lede" role="status">
      Prices can’t be shown just now. Reload, or <PageLink to={routes.contact}>write to us</PageLink>.
    </p>
  )
}
