import { createContext, type LoaderFunctionArgs, redirect } from 'react-router'
import { deskRoutes } from '#shared/desk-routes.ts'
import type { Problem } from '#shared/problem.ts'
import type { DeskService } from '#shared/render.ts'
import { PageError } from '../framework/page-error.ts'

/** Only the server renders the desk, so loaders call its API in process. */
export const deskContext = createContext<DeskService>()

type Args = Pick<LoaderFunctionArgs, 'context' | 'request'>

/** @throws a redirect to sign in, or PageError with the refusal's status and text */
export async function ask<Answer>(
  { context, request }: Args,
  path: string,
  { withQuery = false } = {},
): Promise<Answer> {
  const { pathname, search } = new URL(request.url)
  const { status, body } = await context.get(deskContext).get(withQuery ? path + search : path)
  if (status === 200) return body as Answer
  if (status === 401) throw redirect(deskRoutes.signInFor(pathname + search))
  throw new PageError(status, (body as Problem).detail)
}

/** The time of the request, ISO 8601 UTC. */
export function nowOf({ context }: Args): string {
  return context.get(deskContext).now
}
