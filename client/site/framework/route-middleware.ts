import type { LoaderFunctionArgs } from 'react-router'
import { PageError } from './page-error.ts'

/** Runs before a route's loader, on the server and in the browser. It throws to refuse or to redirect. */
export type RouteMiddleware = (args: LoaderFunctionArgs) => void | Promise<void>

/** Tells whether an address that matched its route exists. */
export type RouteValidate = (args: LoaderFunctionArgs) => boolean | Promise<boolean>

/** @throws PageError 500 "Unknown middleware {name}" when the route names one that isn't registered */
export async function runRouteMiddleware(
  names: readonly string[],
  registered: Readonly<Record<string, RouteMiddleware>>,
  args: LoaderFunctionArgs,
): Promise<void> {
  for (const name of names) {
    if (!Object.hasOwn(registered, name)) throw new PageError(500, `Unknown middleware ${name}`)
    await registered[name]?.(args)
  }
}

/** @throws PageError 404 when the route's own check fails */
export async function runRouteValidate(validate: RouteValidate, args: LoaderFunctionArgs): Promise<void> {
  if (!(await validate(args))) throw new PageError(404)
}
