import { routes } from '#shared/routes.ts'
import { routeTable } from '../route-table.ts'

/** Every page of the route table; one article stands for them all. */
export const everyPath: string[] = routeTable.map(({ path }) =>
  path === routes.article('*') ? routes.article('where-to-put-the-reading-line') : path,
)
