import { useRouteLoaderData } from 'react-router'
import { type DeskAct, mayDo } from '#shared/desk/roles.ts'
import type { Frame } from '../frame/desk-frame.tsx'
import { frameId } from '../frame/frame-id.ts'

/** What a search may find for whoever is signed in. */
export function useFindable() {
  const { role } = useRouteLoaderData(frameId) as Frame
  const may = (act: DeskAct, text: string) => (mayDo(role, act) ? [text] : [])
  const list = new Intl.ListFormat('en-AU')
  const texts = [
    'numbers of orders, invoices and quotes',
    'addresses',
    'names',
    'purchase orders',
    'sums',
    'notes',
    ...may('licences.read', 'any groups of a key'),
    ...may('licences.read', 'an order of another shop'),
    ...may('licences.read', 'a machine and its version'),
    ...may('codes', 'a discount code'),
    ...may('messages', 'a message'),
  ]
  const short = [
    'Order',
    'invoice',
    'e-mail',
    'name',
    'PO',
    ...may('licences.read', 'groups of a key, machine'),
  ]
  return { hint: `Finds ${list.format(texts)}.`, placeholder: short.join(', ') }
}
