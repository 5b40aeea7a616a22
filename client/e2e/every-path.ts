import { routes } from '#shared/routes/routes.ts'
import { routeTable } from '../route-table.ts'

const oneOf: Record<string, string> = {
  [routes.article('*')]: routes.article('where-to-put-the-reading-line'),
  [routes.helpArticle('*')]: routes.helpArticle('lost-or-leaked-key'),
}

/** Leaves out quotes, which need one. One article stands for its folder. */
export const everyPath: string[] = routeTable
  .filter(({ path }) => path !== routes.quote)
  .map(({ path }) => oneOf[path] ?? path)
