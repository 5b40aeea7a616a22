import type { ImportField, ImportSource } from '#shared/desk/import-fields.ts'
import type { DateOrder } from '../../desk/statement/read/days.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'

type Status = LicenceRow['status']

/** How a shop writes its export. Names are compared by their letters and digits alone. */
export type Known = {
  /** Each field's columns. The first with a value counts. */
  columns: Partial<Record<ImportField, readonly string[]>>
  /** A column that names the shop, and no other's export has. */
  sign: readonly string[]
  dates: DateOrder
  /** An empty end of updates says that they never end. Otherwise the product's months count from the purchase. */
  isOpenEnded?: true
  /** The column of seats counts copies that were bought. */
  countsCopies?: true
  /** Columns that hold yes or no, and what a yes says. The last one counts. */
  flags?: readonly (readonly [column: string, status: Status])[]
  /** A last row of sums. */
  totals?: string
}

/** As the shops document or show their exports. */
export const known: Record<ImportSource, Known> = {
  edd: {
    sign: ['Activation Limit', 'License Key', 'Download'],
    columns: {
      email: ['Customer Email', 'Email', 'User Email'],
      name: ['Customer Name', 'Customer', 'Name'],
      company: ['Company'],
      product: ['Download', 'Product', 'Product Name', 'Download Name'],
      seats: ['Activation Limit'],
      bought: ['Date Created', 'Purchase Date', 'Date'],
      until: ['Expiration', 'Expiration Date', 'Expires'],
      status: ['Status', 'License Status'],
      key: ['License Key', 'Key', 'License'],
      order: ['Order Number', 'Order ID', 'Payment ID', 'Purchase ID'],
    },
    dates: 'ymd',
    isOpenEnded: true,
  },
  gumroad: {
    sign: ['Purchase Email', 'Item Name'],
    columns: {
      email: ['Giftee Email', 'Purchase Email', 'Buyer Email'],
      name: ['Buyer Name', 'Full Name'],
      company: ['Company', 'Business Name'],
      product: ['Item Name'],
      seats: ['Quantity'],
      bought: ['Purchase Date'],
      key: ['License Key'],
      order: ['Order Number', 'Purchase ID'],
      note: ['Variants'],
    },
    dates: 'ymd',
    countsCopies: true,
    flags: [
      ['Fully Refunded?', 'revoked'],
      ['Disputed?', 'suspended'],
      ['Dispute Won?', 'active'],
    ],
    totals: 'Totals',
  },
  lemonsqueezy: {
    sign: ['key_short', 'user_email'],
    columns: {
      email: ['user_email', 'Customer Email', 'Email'],
      name: ['user_name', 'Customer Name', 'Name'],
      product: ['product_name', 'Product', 'variant_name'],
      seats: ['activation_limit'],
      bought: ['created_at', 'Date'],
      until: ['expires_at', 'Expires'],
      status: ['status'],
      key: ['key', 'License Key'],
      order: ['order_number', 'order_id', 'Order'],
    },
    dates: 'ymd',
    isOpenEnded: true,
  },
  paddle: {
    sign: ['License Code'],
    columns: {
      email: ['Customer Email', 'Email'],
      name: ['Customer Name', 'Name'],
      company: ['Company', 'Business Name'],
      product: ['Product Name', 'Product'],
      seats: ['Allowed Activations', 'Activation Limit', 'Allowed Uses'],
      bought: ['Date Created', 'Order Date', 'Purchase Date', 'Created At'],
      until: ['Expiry Date', 'Expires At'],
      status: ['Status', 'State'],
      key: ['License Code', 'Licence Code', 'License Key'],
      order: ['Order ID', 'Order Number', 'Transaction ID'],
    },
    dates: 'ymd',
  },
  fastspring: {
    sign: ['Order Reference', 'Buyer Email'],
    columns: {
      email: ['Buyer Email', 'Recipient Email', 'Customer Email', 'Email'],
      name: ['Buyer Name', 'Customer Name', 'Name'],
      company: ['Buyer Company', 'Company'],
      product: ['Product Name', 'Product', 'Product Display'],
      seats: ['Quantity'],
      bought: ['Order Date', 'Transaction Date', 'Date'],
      status: ['Order Status', 'Status'],
      key: ['License Key', 'License', 'Fulfillment License'],
      order: ['Order Reference', 'Order ID'],
    },
    dates: 'mdy',
    countsCopies: true,
  },
  keygen: {
    sign: ['maxMachines'],
    columns: {
      email: ['userEmail', 'user.email', 'metadata.email', 'email'],
      name: ['userFullName', 'user.fullName', 'metadata.name', 'name'],
      company: ['metadata.company', 'company'],
      product: ['policyName', 'policy', 'productName', 'product'],
      seats: ['maxMachines'],
      bought: ['created'],
      until: ['expiry'],
      status: ['status'],
      key: ['key'],
      order: ['metadata.orderId', 'metadata.order', 'id'],
      note: ['metadata.note'],
    },
    dates: 'ymd',
    isOpenEnded: true,
  },
}

/** Names that columns of other files have, by which they are guessed. */
export const usual: Record<ImportField, readonly string[]> = {
  email: ['email', 'e-mail', 'email address', 'customer email', 'buyer email', 'licensee email', 'mail'],
  name: ['name', 'full name', 'customer', 'customer name', 'buyer', 'buyer name', 'licensee', 'licensed to'],
  company: ['company', 'company name', 'organisation', 'organization', 'business'],
  product: ['product', 'product name', 'item', 'item name', 'plan', 'edition', 'sku'],
  seats: ['seats', 'machines', 'activation limit', 'max activations', 'devices', 'quantity', 'qty'],
  bought: [
    'bought',
    'bought on',
    'purchased',
    'purchase date',
    'order date',
    'date',
    'created',
    'created at',
  ],
  until: ['updates until', 'until', 'expires', 'expires at', 'expiry', 'expiration', 'valid until'],
  status: ['status', 'state', 'licence status', 'license status'],
  key: [
    'key',
    'old key',
    'licence key',
    'license key',
    'licence',
    'license',
    'serial',
    'serial number',
    'code',
  ],
  order: ['order', 'order number', 'order id', 'order reference', 'reference', 'invoice', 'payment id'],
  note: ['note', 'notes', 'comment', 'remark'],
}

/** A licence that ended by its date goes on with the versions that it covers. */
export const statusWords: Record<Status, readonly string[]> = {
  active: [
    ...['active', 'inactive', 'activated', 'valid', 'enabled', 'ok', 'paid', 'complete', 'completed'],
    ...['publish', 'expired', 'expiring', 'succeeded', 'unused'],
  ],
  suspended: ['suspended', 'disabled', 'paused', 'on hold', 'disputed', 'past due', 'overdue'],
  revoked: [
    ...[
      'revoked',
      'refunded',
      'cancelled',
      'canceled',
      'banned',
      'chargeback',
      'returned',
      'deleted',
      'void',
    ],
    ...['failed', 'abandoned'],
  ],
}

export const foreverWords = [
  'for good',
  'lifetime',
  'life time',
  'never',
  'forever',
  'unlimited',
  'perpetual',
  'none',
  '0',
]
export const unlimitedWords = ['unlimited', 'infinite', 'no limit']
/** What shops export for no limit. In a list of one's own these are mistakes. */
export const unlimitedNumbers = ['0', '-1']

/** "License Key (old)" → "licensekeyold" */
export function nameOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
