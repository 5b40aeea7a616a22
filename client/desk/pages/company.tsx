import type { LoaderFunctionArgs } from 'react-router'
import type { DeskCustomer } from '#shared/desk/customer-answers.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { ask, queryOf } from '../ask.ts'

export { Component } from './customer.tsx'

export function loader(args: LoaderFunctionArgs): Promise<DeskCustomer> {
  return ask(args, deskApiRoutes.company, queryOf(args))
}
