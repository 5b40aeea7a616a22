import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { loaderByQuery } from '../ask.ts'

export { Component } from './customer.tsx'

export const loader = loaderByQuery(deskApiRoutes.company)
