import type { Analytics } from './analytics.ts'

/** Loads the analytics code when the first page is counted. If that fails, nothing is counted. */
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
