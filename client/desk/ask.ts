import { createContext, type LoaderFunctionArgs, redirect } from 'react-router'
import type { Me } from '#shared/desk/answers.ts'
import { type DeskAct, type DeskRole, mayDo } from '#shared/desk/roles.ts'
import { unsortedFilters } from '#shared/desk/sorts.ts'
import type { Problem } from '#shared/http/problem.ts'
import type { DeskService } from '#shared/pages/render.ts'
import { deskApiRoutes, deskRoutes, type Reads } from '#shared/routes/desk-routes.ts'
import { PageError } from '../site/framework/page-error.ts'
import { wrongRoleError } from './frame/wrong-role-error.ts'

/** Only the server renders the desk, so loaders call its API in process. */
export const deskContext = createContext<DeskService>()

type Args = Pick<LoaderFunctionArgs, 'context' | 'request'>

/** @throws a redirect to sign in, or PageError with the refusal's status and text */
export async function ask<Answer>(
  { context, request }: Args,
  path: Reads<Answer>,
  query: URLSearchParams | Record<string, string> = {},
): Promise<Answer> {
  const { pathname, search } = new URL(request.url)
  const members = new URLSearchParams(query)
  const address = members.size > 0 ? `${path}?${members}` : path
  const { status, body } = await context.get(deskContext).get(address)
  if (status === 200) return body as Answer
  if (status === 401) throw redirect(deskRoutes.signInFor(pathname + search))
  const { detail, act, role } = body as Problem & { act?: DeskAct; role?: DeskRole }
  if (act && role) throw wrongRoleError(act, role)
  throw new PageError(status, detail)
}

export function loaderOf<Answer>(path: Reads<Answer>) {
  return (args: LoaderFunctionArgs) => ask(args, path)
}

/** The loader of a page that passes its query to the API, such as a list. */
export function loaderByQuery<Answer>(path: Reads<Answer>) {
  return (args: LoaderFunctionArgs) => ask(args, path, queryOf(args))
}

/**
 * The loader of a page whose address contains an id.
 * @param act the act that the page requires
 */
export function loaderById<Answer>(pathOf: (id: string) => Reads<Answer>, act?: DeskAct) {
  return async (args: LoaderFunctionArgs) => {
    if (act) await requireAct(args, act)
    return ask(args, pathOf(String(args.params.id)))
  }
}

/**
 * The page's query, without members that only the page reads.
 * @throws a redirect to the default sort if a filter allows no other
 */
export function queryOf({ request }: Pick<Args, 'request'>): URLSearchParams {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete('done')
  if (searchParams.has('sort') && unsortedFilters.some((name) => searchParams.get(name))) {
    searchParams.delete('sort')
    searchParams.delete('after')
    throw redirect(`${pathname}?${searchParams}`)
  }
  return searchParams
}

/**
 * Checks the role on pages whose data doesn't require it.
 * @throws PageError 403
 */
export async function requireAct(args: Args, act: DeskAct): Promise<Me> {
  const me = await ask(args, deskApiRoutes.me)
  if (mayDo(me.role, act)) return me
  throw wrongRoleError(act, me.role)
}
