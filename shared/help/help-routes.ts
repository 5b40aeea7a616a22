import { routes } from '../routes/routes.ts'

/** Separate from `apiRoutes`, because every page's script contains all of those. */
export const helpApiRoutes = { search: '/api/help/search', missed: '/api/help/missed' } as const

export const helpRoutes = {
  search: (typed: string) => withQuery(helpApiRoutes.search, { q: typed }),
  /** The page of search results. */
  found: (typed: string) => withQuery(routes.help, { q: typed }),
  /** The contact page, with the question as the message's beginning. */
  askUs: (question: string) => withQuery(routes.contact, { question }),
  /** A question's anchor on the pricing page. */
  pricingQuestion: (place: number) => `${routes.pricing}#question-${place + 1}`,
}

function withQuery(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query)}`
}
