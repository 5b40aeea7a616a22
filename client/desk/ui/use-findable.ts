import type { DeskAct } from '#shared/desk/roles.ts'
import { useMay } from '../frame/use-frame.ts'

/** Describes what the signed-in person may search for. */
export function useFindable() {
  const isAllowed = useMay()
  const may = (act: DeskAct, text: string) => (isAllowed(act) ? [text] : [])
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
