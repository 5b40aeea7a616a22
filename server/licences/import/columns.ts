import type { ImportField, ImportSource } from '#shared/desk/import-fields.ts'
import type { DateOrder } from '#shared/desk/statement-decisions.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'

type Status = LicenceRow['status']

export type Flag = { column: string; says: 'yes' | 'no'; status: Status }

/** Layout of a shop's export. Names are compared by letters and digits only. */
type Known = {
  /** Columns of each field; the first with a value counts. */
  columns: Partial<Record<ImportField, readonly string[]>>
  /** Columns whose combination identifies the shop's export. */
  sign: readonly string[]
  dates: DateOrder
  /** An empty end of updates means unlimited. Otherwise the product's months count from the purchase. */
  isOpenEnded?: true
  /** Yes/no columns, each with the status of one answer. The last match counts. */
  flags?: readonly Flag[]
  /** Begins a last row of totals. */
  totals?: string
}

/** Layouts from the shops' documentation or sample exports. */
export const known: Record<ImportSource, Known> = {
  edd: {
    sign: ['License Key', 'Activation Limit', 'Activation Count'],
    columns: {
      email: ['Customer Email', 'Email', 'User Email'],
      name: ['Customer Name', 'Customer', 'Name'],
      company: ['Company'],
      product: ['Product Name', 'Download', 'Product', 'Download Name'],
      seats: ['Activation Limit'],
      bought: ['Purchase Date', 'Date Created', 'Date'],
      until: ['Expiration Date', 'Expiration', 'Expires'],
      status: ['License Status', 'Status'],
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
    flags: [
      { column: 'Disputed?', says: 'yes', status: 'suspended' },
      { column: 'Dispute Won?', says: 'yes', status: 'active' },
      { column: 'License Key Enabled?', says: 'no', status: 'suspended' },
      { column: 'Fully Refunded?', says: 'yes', status: 'revoked' },
      { column: 'Access Revoked?', says: 'yes', status: 'revoked' },
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
      bought: ['Date Created', 'Order Date', 'Purchase Date', 'Created At', 'Date Sent'],
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

/** Column names for guessing the layout of other files. The first present one counts. */
export const usual: Record<ImportField, readonly string[]> = {
  email: listed(`email, e-mail, email address, e-mail address, customer email, buyer email, user email,
    licensee email, client email, billing email, email billing, contact email, purchase email, mail`),
  // If the file has a billing name, "Name" is the order's.
  name: listed(`billing name, name, full name, customer name, buyer name, licensee name, client name,
    contact name, user name, display name, licensed to, customer, buyer, licensee, client, contact`),
  company: listed(`company, company name, organisation, organization, business, business name,
    organisation name, organization name, customer company, buyer company, billing company, company billing`),
  // "Item #" numbers an order's lines.
  product: listed('product, product name, item name, lineitem name, item, plan, plan name, edition, sku'),
  seats: listed(`seats, no of seats, number of seats, seat count, seat limit, max seats, machines,
    no of machines, number of machines, machine limit, max machines, activation limit, max activations,
    maximum activations, activations limit, activations allowed, allowed activations, times activated max,
    devices, number of devices, device limit, max devices, quantity, qty, copies, lineitem quantity,
    quantity refund`),
  bought: listed(`bought, bought on, bought at, date bought, purchased, purchased on, purchased at,
    purchase date, date purchased, date of purchase, order date, ordered on, ordered at, date ordered,
    sale date, sold on, date sold, transaction date, date, created, created at, created on, creation date,
    date created, issued, issued on, issued at, issue date, date issued, date sent`),
  until: listed(`updates until, until, expires, expires at, expires on, expiry, expiry date, expiration,
    expiration date, date expires, expire date, expired at, valid until, valid to, end date`),
  status: listed('status, licence status, license status, order status, financial status, state'),
  key: listed(`key, old key, licence key, license key, serial key, product key, activation key, licence,
    license, serial, serial number, licence code, license code, activation code, registration key,
    registration code, unlock code, code`),
  order: listed(`order, order number, order no, order num, order id, order reference, reference, invoice,
    invoice number, payment id, transaction id, purchase id, sale id, name`),
  note: listed('note, notes, comment, comments, remark, remarks'),
}

/** In columns with these names, seats are copies, each with the product's machines. */
export const copies: readonly string[] = ['quantity', 'qty', 'copies', 'lineitemquantity', 'quantityrefund']

/** A licence expired by date stays usable for the versions that it covers. */
export const statusWords: Record<Status, readonly string[]> = {
  active: listed(`active, inactive, activated, valid, enabled, ok, paid, complete, completed, publish,
    expired, expiring, succeeded, unused, used, in use, sold, delivered, fulfilled, shipped, processed,
    issued, assigned, redeemed, registered, licensed, approved, captured, settled, charged, not activated,
    live, processing, partially refunded, partial refund`),
  suspended: listed('suspended, disabled, paused, on hold, disputed, past due, overdue'),
  revoked: listed(`revoked, refunded, cancelled, canceled, banned, chargeback, returned, deleted, void,
    failed, abandoned, voided`),
}

export const foreverWords = listed(
  'for good, lifetime, life time, never, forever, unlimited, perpetual, none, 0',
)
export const unlimitedWords = ['unlimited', 'infinite', 'no limit']
/** Values that shops export for "no limit". In other files they are mistakes. */
export const unlimitedNumbers = ['0', '-1']

/** "License Key (old)" → "licensekeyold" */
export function nameOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function listed(names: string): string[] {
  return names.split(/,\s+/)
}
