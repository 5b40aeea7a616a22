import { routes } from '#shared/routes.ts'

/** Every route of the site, and an article. */
export const everyPath: string[] = [
  ...Object.values(routes).filter((route) => typeof route === 'string'),
  routes.article('where-to-put-the-reading-line'),
]
