import { businessNumbers } from '#shared/buyer/business-numbers.ts'
import { addressLabels, addressNames } from '#shared/buyer/postal-address.ts'
import { type ActName, isActName } from '#shared/licensing/acts.ts'
import { nameOfLicenceKey } from '#shared/licensing/licence-key.ts'
import type { Mine, OwnLicence, OwnOrder } from '#shared/orders/mine.ts'
import { isPartlyPaid } from '#shared/orders/orders.ts'
import { formatPrice } from '#shared/pricing/money.ts'

const ofLicence: ActName[] = ['release', 'replace-key', 'enrol', 'end-enrolment', 'move']

/** The segments of an act's address. */
export type Asked = { act: string; id: string; activationId: string; enrolmentId: string }

export type DescribedField = {
  name: string
  label: string
  note?: string
  value: string
  type?: 'email' | 'text' | 'number' | 'date'
  /** Defaults to off. */
  autoComplete?: string
  required?: true
}

export type DescribedAct = {
  title: string
  lead: string
  subject: string
  will: string[]
  button: string
  fields?: DescribedField[]
  /** The address of an open card payment, shown instead of the form. */
  link?: string
  /** Checkboxes. */
  choices?: { name: string; label: string; note?: string }[]
}

/** @returns null for an unknown act or subject */
export function describeAct(mine: Mine, { act, id, activationId, enrolmentId }: Asked): DescribedAct | null {
  if (!isActName(act)) return null
  if (act === 'erasure') return erasure(mine)
  if (ofLicence.includes(act)) {
    const licence = mine.licences.find((each) => each.id === id)
    if (!licence) return null
    if (act === 'release') return release(licence, activationId)
    if (act === 'enrol') return enrol(licence)
    if (act === 'end-enrolment') return endEnrolment(licence, enrolmentId)
    return act === 'move' ? move(mine, licence) : replaceKey(mine, licence)
  }
  const order = mine.orders.find((each) => each.id === id)
  if (!order) return null
  if (act === 'buyer') return buyer(mine, order)
  return act === 'pay' ? pay(order) : cancel(order)
}

function release({ plan, key, machines }: OwnLicence, activationId: string): DescribedAct | null {
  const machine = machines.find((each) => each.id === activationId)
  return (
    (machine && {
      title: 'Deactivate a machine',
      lead: 'For a computer that you no longer use, or that you replace.',
      subject: `${machine.name}, ${plan} ${nameOfLicenceKey(key)}`,
      will: [
        `${machine.name} no longer holds a seat.`,
        'Another machine can take it at once, with the same key.',
        `If ${machine.name} is turned on again, it takes a seat again.`,
      ],
      button: 'Deactivate it',
    }) ??
    null
  )
}

function enrol({ plan, key, seats, machines }: OwnLicence): DescribedAct {
  return {
    title: 'Make a token for many machines',
    lead: 'For installing on many machines at once. The token stands where the key would, so the key stays with you.',
    subject: `${plan}, ${nameOfLicenceKey(key)}`,
    will: [
      'A token is shown in Your licences, to be copied into your deployment.',
      'It takes as many seats as you say, up to the last day. It does nothing else.',
      'You can end it at any time. Machines that have a seat by it keep it.',
    ],
    button: 'Make the token',
    fields: [
      {
        name: 'seats',
        label: 'Machines',
        type: 'number',
        value: String(Math.max(1, seats.limit - machines.length)),
        required: true,
      },
      { name: 'lastDay', label: 'Last day', type: 'date', value: '', required: true },
    ],
  }
}

function endEnrolment({ plan, key, enrolments }: OwnLicence, enrolmentId: string): DescribedAct | null {
  const enrolment = enrolments.find(({ id }) => id === enrolmentId)
  if (!enrolment) return null
  return {
    title: 'End a token',
    lead: 'For a roll-out that is done, or a token that others may know.',
    subject: `${enrolment.tokenHint}, ${plan} ${nameOfLicenceKey(key)}`,
    will: ['The token takes no more seats, from now on.', 'Machines that have a seat by it keep it.'],
    button: 'End the token',
  }
}

function replaceKey({ email }: Mine, { plan, key, machines }: OwnLicence): DescribedAct {
  return {
    title: 'Replace a key',
    lead: 'For a key that others may know. The licence stays, with its plan, machines and updates; only the key is new.',
    subject: `${plan}, ${nameOfLicenceKey(key)}`,
    will: [
      'The key you have stops working at once, for everybody.',
      `A new one is shown in Your licences and mailed to ${email}.`,
      keptSeats(machines.map(({ name }) => name)),
      'You can do this once a day.',
    ],
    button: 'Replace the key',
  }
}

function keptSeats(names: string[]): string {
  if (names.length === 0) return 'No machine is on it now, so there’s nothing else to do.'
  if (names.length === 1) return `${names[0]} keeps its seat. Enter the new key there, or deactivate it.`
  const all = new Intl.ListFormat('en').format(names)
  return `${all} keep their seats. Enter the new key on each, or deactivate it.`
}

function move({ email, licences }: Mine, { plan, key }: OwnLicence): DescribedAct {
  return {
    title: 'Move a licence',
    lead: 'To another address: a colleague takes over, or you’ve changed yours. The order and its invoices stay with the address that bought it.',
    subject: `${plan}, ${nameOfLicenceKey(key)}`,
    will: [
      'The new address gets a link to accept it.',
      `Then ${email} gets one, to confirm. Nothing moves before that.`,
      'With the move it gets a new key, which goes to the new address. The one you have can do nothing any more, unless you keep it.',
      'Machines keep their seats. The new owner enters the new key on each, or deactivates it.',
      'For 7 days after, a link in your mail takes it back, with a new key for you.',
    ],
    button: 'Start the move',
    choices: licences.filter(({ status }) => status === 'active').length > 1 ? [all, keepKey] : [keepKey],
    fields: [{ name: 'email', label: 'New email address', type: 'email', value: '', required: true }],
  }
}

const all = { name: 'all', label: 'Move all my licences that are on' }

const keepKey = {
  name: 'keepKey',
  label: 'Keep the key',
  note: 'Whoever has it can go on using it. The new address agrees to that when it accepts, and you when you confirm.',
}

function buyer({ email }: Mine, order: OwnOrder): DescribedAct | null {
  const { customer, invoice, purchaseOrder = '', correctionsLeft } = order
  if (!invoice) return null
  const { name, companyName = '' } = customer
  const optional = { note: '(optional)' }
  return {
    title: 'Correct an invoice’s buyer',
    lead: 'For a wrong name, or a company number, purchase order or address that’s missing. The amounts stay, and so does the old invoice: a new one replaces it.',
    subject: `Invoice ${invoice.number}`,
    will: [
      `You get a new invoice, with a number of its own, here and by mail to ${email}.`,
      `${invoice.number} says that it was replaced. Its file doesn’t change.`,
      `You can do this ${times[correctionsLeft] ?? 'no more'}, within 12 months of the first invoice.`,
    ],
    button: 'Correct the invoice',
    fields: [
      { name: 'name', label: 'Name', value: name, autoComplete: 'name', required: true },
      {
        name: 'companyName',
        label: 'Company',
        ...optional,
        value: companyName,
        autoComplete: 'organization',
      },
      ...businessNumbers(customer).map((field) => ({ ...field, ...optional })),
      { name: 'purchaseOrder', label: 'Purchase order', ...optional, value: purchaseOrder },
      ...addressNames.map((name) => ({
        name,
        label: addressLabels[name],
        ...optional,
        value: customer[name] ?? '',
      })),
    ],
  }
}

const times: Record<number, string> = { 1: 'once more', 2: 'twice more', 3: 'three times' }

function pay(order: OwnOrder): DescribedAct | null {
  const { number, total, currency, paymentUrl } = order
  if (!order.takesCard) return null
  return {
    title: 'Pay by card',
    lead: 'It stays the same order. It’s carried out when the money comes, mostly within a minute.',
    subject: `Order ${number}, ${formatPrice(total, currency)}`,
    will: [
      `Our payment provider’s page takes ${formatPrice(total, currency)} from your card.`,
      'Until then nothing changes: you can still pay the other way, or cancel.',
    ],
    button: 'Go on to pay by card',
    ...(paymentUrl && { link: paymentUrl }),
  }
}

function cancel(order: OwnOrder): DescribedAct | null {
  const { number, total, currency, status, payment } = order
  if (status !== 'pending' || payment === 'processing' || isPartlyPaid(order)) return null
  return {
    title: 'Cancel an order',
    lead: 'For an order that nobody is going to pay.',
    subject: `Order ${number}, ${formatPrice(total, currency)}`,
    will: [
      'The order is closed, and there’s nothing to pay.',
      'Money that comes all the same still pays it.',
    ],
    button: 'Cancel the order',
  }
}

function erasure({ email }: Mine): DescribedAct {
  return {
    title: 'Ask us to erase it',
    lead: 'A person reads this, and answers by email within 30 days.',
    subject: email,
    will: [
      'We’re asked to erase what we hold on this address.',
      'Invoices stay for as long as tax law has us keep them. So do your licences: the keys go on working.',
      'Machines, messages and mails can go, and the answer tells you what did.',
    ],
    button: 'Ask for it to be erased',
  }
}
