import type { LoaderFunctionArgs } from 'react-router'
import type { MessageList, WholeMessage } from '#shared/desk/message-answers.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { ask, queryOf } from '../ask.ts'
import { type Box, boxOf } from './inbox.tsx'

export type Loaded = { list: MessageList; message: WholeMessage | null; box: Box }

/** A box, and its first message. */
export async function loadBox(args: LoaderFunctionArgs): Promise<Loaded> {
  const query = queryOf(args)
  const list = await ask(args, deskApiRoutes.messages, query)
  const [first] = list.messages
  const message = first ? await readMessage(args, first.id) : null
  return { list, message, box: (query.get('state') as Box | null) ?? 'unanswered' }
}

/** A message, and the box that it is in. An act keeps the box where the message was. */
export async function loadMessage(args: LoaderFunctionArgs): Promise<Loaded> {
  const asked = new URL(args.request.url).searchParams
  const message = await readMessage(args, String(args.params.id))
  const box = boxBefore[asked.get('done') ?? ''] ?? boxOf(message)
  const query = { state: box, after: asked.get('after') ?? '' }
  return { list: await ask(args, deskApiRoutes.messages, query), message, box }
}

const boxBefore: Record<string, Box> = { answered: 'unanswered', 'not-spam': 'quarantined' }

function readMessage(args: LoaderFunctionArgs, id: string): Promise<WholeMessage> {
  return ask(args, deskApiRoutes.message(id))
}
