import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { listLoader } from '../ask.ts'

export { Component } from './customer.tsx'

export const loader = listLoader(deskApiRoutes.company)
