/** The fields that an import reads, with their labels. */
export const importFields = {
  email: 'E-mail',
  name: 'Name',
  company: 'Company',
  product: 'Product',
  seats: 'Machines',
  bought: 'Bought on',
  until: 'Updates until',
  status: 'Status',
  key: 'Old key',
  order: 'Order',
  note: 'Note',
} as const

export type ImportField = keyof typeof importFields

export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]]

/** Shops whose exports are recognised by their columns. */
export const importSources = {
  edd: 'Easy Digital Downloads',
  gumroad: 'Gumroad',
  lemonsqueezy: 'Lemon Squeezy',
  paddle: 'Paddle',
  fastspring: 'FastSpring',
  keygen: 'Keygen',
} as const

export type ImportSource = keyof typeof importSources

export const importSourceNames = Object.keys(importSources) as [ImportSource, ...ImportSource[]]

const familyNames: Record<string, string> = { first: 'Last', given: 'Family', fore: 'Sur' }

/**
 * The column of the family name that belongs to a first name's: "First Name (Billing)" → "Last Name (Billing)".
 * Null for other columns.
 */
export function familyNameFor(column: string): string | null {
  const [part = ''] = /(?:first|given|fore)(?=[ _-]?name)/i.exec(column) ?? []
  return part ? column.replace(part, familyNames[part.toLowerCase()] ?? '') : null
}

/** "Giftee Email, else Buyer Email", and "First Name and Last Name" */
export function wordColumns(columns: readonly string[]): string {
  const [first = '', second = ''] = columns
  const areOneName = familyNameFor(first)?.toLowerCase() === second.toLowerCase()
  return columns.join(areOneName ? ' and ' : ', else ')
}
