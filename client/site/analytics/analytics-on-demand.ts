import type { Analytics } from './analytics.ts'

/** Fetches the code that counts with the first page to count. Where it can't be fetched, nothing is counted. */
export function analyticsOnDemand(id: string): Analytics {
  const firstPath = location.pathname
  let loading: Promise<Analytics> | undefined
  return {
    pageView(address, title) {
      if (id === '') return
      loading ??= import('./analytics.ts').then(({ createAnalytics }) => createAnalytics(id, firstPath))
      loading.then((analytics) => analytics.pageView(address, title)).catch(() => {})
    },
  }
}
