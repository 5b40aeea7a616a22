import type { LoaderFunctionArgs } from 'react-router'
import { type MessageList, toArticle, type WholeMessage } from '#shared/desk/message-answers.ts'
import type { Found } from '#shared/help/help-search.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { helpContext } from '../../help/help-context.ts'
import { ask, queryOf } from '../ask.ts'
import { type Box, boxOf, placeIn } from './inbox.tsx'

/** A search for the answer, with the pages found and chosen. */
export type Help = { asked: string; found: Found[]; chosen: { path: string; title: string }[] }

export type Loaded = { list: MessageList; message: WholeMessage | null; box: Box; help: Help }

/** Loads a box, and its first message. */
export async function loadBox(args: LoaderFunctionArgs): Promise<Loaded> {
  const query = queryOf(args)
  const list = await ask(args, deskApiRoutes.messages, query)
  const [first] = list.messages
  const message = first ? await readMessage(args, first.id) : null
  return { list, message, box: (query.get('state') as Box | null) ?? 'unanswered', help: noHelp }
}

/** Loads a message, and its box. The query keeps the box if an act has moved the message. */
export async function loadMessage(args: LoaderFunctionArgs): Promise<Loaded> {
  const asked = new URL(args.request.url).searchParams
  const message = await readMessage(args, String(args.params.id))
  const box = boxBefore[asked.get('done') ?? ''] ?? boxOf(message)
  const query = new URLSearchParams({ state: box, ...placeIn(asked) })
  const list = await ask(args, deskApiRoutes.messages, query)
  return { list, message, box, help: await findHelp(args, asked) }
}

const noHelp: Help = { asked: '', found: [], chosen: [] }
const shownMax = 5

/** The address keeps the chosen pages, so that the search works without script. */
async function findHelp({ context }: LoaderFunctionArgs, query: URLSearchParams): Promise<Help> {
  const asked = query.get('help')?.trim() ?? ''
  const out = query.get('out')
  const chosen = [...new Set(query.getAll('with'))].map(toArticle).filter(({ path }) => path !== out)
  const { found } = asked === '' ? noHelp : await context.get(helpContext)(asked.slice(0, 200))
  return { asked, found: found.slice(0, shownMax), chosen }
}

/** The box that a message was in before each act. */
const boxBefore: Record<string, Box> = {
  answer: 'unanswered',
  answered: 'unanswered',
  reopen: 'answered',
  'not-spam': 'quarantined',
}

function readMessage(args: LoaderFunctionArgs, id: string): Promise<WholeMessage> {
  return ask(args, deskApiRoutes.message(id))
}
