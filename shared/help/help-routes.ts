import { routes } from '../routes/routes.ts'

/** Beside `apiRoutes`, of which every page's script has all. */
export const helpApiRoutes = { search: '/api/help/search', missed: '/api/help/missed' } as const

export const helpRoutes = {
  search: (typed: string) => withQuery(helpApiRoutes.search, { q: typed }),
  /** The page that shows what is found. */
  found: (typed: string) => withQuery(routes.help, { q: typed }),
  /** A message to us that begins with the question. */
  askUs: (question: string) => withQuery(routes.contact, { question }),
  /** A question's place on the pricing page. */
  pricingQuestion: (place: number) => `${routes.pricing}#question-${place + 1}`,
}

function withQuery(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query)}`
}
