import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseStringPromise } from 'xml2js'
import { writeDollars } from '#shared/desk/write-dollars.ts'
import { invoiceContentSchema, type Received } from '#shared/orders/invoice.ts'
import { priceLines } from '#shared/pricing/discounts.ts'
import { runs } from '#shared/testing/properties.ts'
import { anyOrder, anyOrderLine, type OrderChanges } from '../../testing/support/any-order.ts'
import { adjustmentNoteContent, invoiceContent } from './content.ts'
import { type Billed, eInvoice } from './e-invoice.ts'
import { site, siteUrl } from './site.fixture.ts'

const gst = { name: 'GST', divisor: 11 } as const
const address = {
  lines: ['Level 3', '1 Example Street', 'The Rocks'],
  city: 'Sydney',
  state: 'NSW',
  postcode: '2000',
}
const placed = { ...site, company: { ...site.company, address } } as typeof site
const common = { site: placed, siteUrl, now: new Date('2026-06-30T22:01:00Z') }
const earlier = { number: 'INV-000001', date: '2026-07-01' } as const
const terms = { dueDays: 14, remindAfterDays: [10], lapseAfterDays: 30, timeZone: 'Australia/Sydney' }
const awaited = {
  status: 'pending',
  paid_at: null,
  payment_method: 'invoice',
  transfer_terms: JSON.stringify(terms),
} satisfies OrderChanges
const part = { amount: 12_345, date: '2026-07-01' } as const
const abroad = { abn: undefined, companyName: undefined, purchaseOrder: undefined }
const german = {
  ...abroad,
  companyName: 'Studio <Müller> & Söhne',
  vatId: 'DE123456789',
  country: 'DE',
  city: 'Köln',
}

/** Seven with a discount, whose price without tax no cent divides, and one without. */
function sold(country = 'AU') {
  const { lines, total, tax } = priceLines(
    [
      { sku: 'solo', qty: 7, unitAmount: 8900, kind: 'new', volume: [{ from: 5, percent: 10 }] },
      { sku: 'studio', qty: 1, unitAmount: 22_900, kind: 'new' },
    ],
    { tax: country === 'AU' ? gst : null, code: null },
  )
  const rows = lines.map(({ sku, qty, unitAmount, amount, tax, discount, discounts }) =>
    anyOrderLine({
      sku,
      qty,
      amount,
      tax,
      discount,
      unit_amount: unitAmount,
      discounts: JSON.stringify(discounts),
    }),
  )
  return { rows, total, tax }
}

function invoiceTo(
  buyer: NonNullable<OrderChanges['buyer']>,
  changes: OrderChanges = awaited,
  received: Received | null = null,
): Billed {
  const { rows, total, tax } = sold(buyer.country)
  const order = anyOrder({ total, tax, ...changes, buyer })
  return read(invoiceContent({ order, lines: rows, number: 'INV-000002', received, ...common }))
}

function noteTo(
  buyer: NonNullable<OrderChanges['buyer']>,
  refunded: { before: number; after: number },
): Billed {
  const { total, tax } = sold(buyer.country)
  const order = anyOrder({ total, tax, buyer })
  return read(adjustmentNoteContent({ order, invoice: earlier, refunded, number: 'ADJ-000001', ...common }))
}

/** Reads the content as the database returns it. */
function read(content: unknown): Billed {
  return invoiceContentSchema.parse(JSON.parse(JSON.stringify(content))) as Billed
}

const fixtures: Record<string, Billed> = {
  'an Australian invoice that waits for its money': invoiceTo({ city: 'Perth' }),
  'an Australian invoice of which a part has come': invoiceTo({}, awaited, part),
  'an invoice to a business in the EU of which a part has come': invoiceTo(german, awaited, part),
  'an invoice whose part was refunded': invoiceTo({}, { ...awaited, status: 'refunded' }, part),
  'a paid Australian invoice': invoiceTo({}, {}),
  'an invoice of a card’s order that waits again': invoiceTo({}, { status: 'pending', paid_at: null }),
  'a corrected invoice': { ...(invoiceTo({}) as Extract<Billed, { kind: 'invoice' }>), replaces: earlier },
  'an invoice to an Australian without an ABN': invoiceTo({ abn: undefined }),
  'an invoice to New Zealand': invoiceTo({ ...abroad, country: 'NZ', nzbn: '9429030620001' }),
  'an invoice to a New Zealander without a number': invoiceTo({ ...abroad, country: 'NZ' }),
  'an invoice to a business in the EU': invoiceTo(german),
  'an invoice to the rest of the world': invoiceTo({ ...abroad, country: 'US' }),
  'an adjustment note': noteTo({}, { before: 0, after: 22_900 }),
  'a note to a business in the EU': noteTo(german, { before: 100, after: 22_900 }),
  'a note that raises its invoice again': noteTo({}, { before: 22_900, after: 0 }),
}

type Element = { [name: string]: Element[] } & { _?: string; $?: Record<string, string> }
type Parsed = { root: string; top: Element }

async function parse(content: Billed): Promise<Parsed> {
  const document = await parseStringPromise(eInvoice(content), { explicitCharkey: true })
  const [root = ''] = Object.keys(document)
  return { root, top: document[root] }
}

/** "LegalMonetaryTotal/PayableAmount" */
function all(element: Element, path: string): Element[] {
  return path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap((each) => each[`cac:${name}`] ?? each[`cbc:${name}`] ?? []),
      [element],
    )
}
const textOf = (element: Element, path: string) => all(element, path)[0]?._
/** Sum in cents. */
const sumOf = (element: Element, path: string) =>
  all(element, path).reduce((sum, { _ = '' }) => sum + Math.round(Number(_) * 100), 0)
const linesOf = ({ root, top }: Parsed) => all(top, root === 'Invoice' ? 'InvoiceLine' : 'CreditNoteLine')
const quantityOf = (line: Element) =>
  Number(textOf(line, 'InvoicedQuantity') ?? textOf(line, 'CreditedQuantity'))
const total = (parsed: Parsed, name: string) => sumOf(parsed.top, `LegalMonetaryTotal/${name}`)
const category = ({ top }: Parsed, name: string) => textOf(top, `TaxTotal/TaxSubtotal/TaxCategory/${name}`)
const isPint = ({ top }: Parsed) => textOf(top, 'CustomizationID') === 'urn:peppol:pint:billing-1@aunz-1'
const supplier = 'AccountingSupplierParty/Party'
const customer = 'AccountingCustomerParty/Party'

type Check = (parsed: Parsed, content: Billed) => void

/** The rules of EN 16931 and PINT A-NZ that concern these documents. Each holds for every fixture. */
const rules: Record<string, Check> = {
  'BR-01 specification identifier, aligned-ibrp-001, 002': (parsed, { buyer }) => {
    const isNumbered = buyer.abn !== null || buyer.nzbn !== null
    expect(textOf(parsed.top, 'CustomizationID')).toBe(
      isNumbered ? 'urn:peppol:pint:billing-1@aunz-1' : 'urn:cen.eu:en16931:2017',
    )
    expect(textOf(parsed.top, 'ProfileID')).toBe(isNumbered ? 'urn:peppol:bis:billing' : undefined)
  },
  'ibr-cl-25, aligned-ibr-005-aunz both parties of PINT A-NZ have a number in a register': (
    parsed,
    { buyer },
  ) => {
    for (const name of [supplier, customer])
      for (const path of ['EndpointID', 'PartyLegalEntity/CompanyID'])
        if (isPint(parsed))
          expect(all(parsed.top, `${name}/${path}`)[0]?.$?.schemeID).toBe(
            name === customer && buyer.nzbn ? '0088' : '0151',
          )
  },
  'BR-02 number, BR-03 date, BR-04 type, BR-05 currency': ({ root, top }, { kind, number, date, total }) => {
    expect([textOf(top, 'ID'), textOf(top, 'IssueDate')]).toEqual([number, date])
    const type = kind === 'invoice' ? '380' : total < 0 ? '383' : '381'
    expect(textOf(top, `${root}TypeCode`)).toBe(type)
    expect(root).toBe(type === '381' ? 'CreditNote' : 'Invoice')
    expect(textOf(top, 'DocumentCurrencyCode')).toBe('AUD')
  },
  'BR-06, 07 names, BR-08 to 11 addresses': ({ top }, { seller, buyer }) => {
    expect(textOf(top, `${supplier}/PartyLegalEntity/RegistrationName`)).toBe(seller.name)
    expect(textOf(top, `${customer}/PartyLegalEntity/RegistrationName`)).toBe(buyer.companyName ?? buyer.name)
    const code = 'PostalAddress/Country/IdentificationCode'
    expect(textOf(top, `${supplier}/${code}`)).toBe('AU')
    expect(textOf(top, `${customer}/${code}`)).toBe(buyer.countryCode)
    const part = (name: string) => textOf(top, `${supplier}/PostalAddress/${name}`)
    expect(['StreetName', 'AdditionalStreetName', 'AddressLine/Line', 'CityName'].map(part)).toEqual([
      'Level 3',
      '1 Example Street',
      'The Rocks',
      'Sydney',
    ])
    expect([part('PostalZone'), part('CountrySubentity')]).toEqual(['2000', 'NSW'])
  },
  'BR-62, 63 electronic addresses, BR-CO-26 the seller’s number, ibr-120 ABN': ({ top }, { buyer }) => {
    const abn = '51824753556'
    for (const path of ['EndpointID', 'PartyLegalEntity/CompanyID'])
      expect(all(top, `${supplier}/${path}`)).toEqual([{ _: abn, $: { schemeID: '0151' } }])
    expect(all(top, `${customer}/EndpointID`)).toEqual([
      buyer.abn
        ? { _: buyer.abn.replaceAll(' ', ''), $: { schemeID: '0151' } }
        : buyer.nzbn
          ? { _: buyer.nzbn, $: { schemeID: '0088' } }
          : { _: buyer.email, $: { schemeID: 'EM' } },
    ])
  },
  'BR-12 to 15 sums are there, BR-16 lines are there': (parsed) => {
    for (const name of ['LineExtension', 'TaxExclusive', 'TaxInclusive', 'Payable'])
      expect(all(parsed.top, `LegalMonetaryTotal/${name}Amount`)).toHaveLength(1)
    expect(linesOf(parsed).length).toBeGreaterThan(0)
  },
  'BR-21 to 27 what a line has': (parsed) => {
    for (const line of linesOf(parsed)) {
      expect(textOf(line, 'ID')).toMatch(/^\d$/)
      expect(quantityOf(line)).toBeGreaterThan(0)
      const [quantity] = all(line, 'InvoicedQuantity').concat(all(line, 'CreditedQuantity'))
      expect(quantity?.$).toEqual({ unitCode: 'EA' })
      expect(textOf(line, 'Item/Name')).toMatch(/./)
      expect(sumOf(line, 'Price/PriceAmount')).toBeGreaterThanOrEqual(0)
    }
  },
  'BR-41, 42 a line’s discount has its sum and its reason': (parsed) => {
    for (const discount of linesOf(parsed).flatMap((line) => all(line, 'AllowanceCharge'))) {
      expect(textOf(discount, 'ChargeIndicator')).toBe('false')
      expect(textOf(discount, 'AllowanceChargeReason')).toBe('10% off, for 5 or more')
      expect(sumOf(discount, 'Amount')).toBeGreaterThan(0)
    }
  },
  'aligned-ibrp-053 quantity × price, less discounts, is the line’s sum': (parsed) => {
    for (const line of linesOf(parsed)) {
      const base = Number(textOf(line, 'Price/BaseQuantity') ?? 1)
      const whole = (quantityOf(line) / base) * sumOf(line, 'Price/PriceAmount')
      expect(whole - sumOf(line, 'AllowanceCharge/Amount')).toBe(sumOf(line, 'LineExtensionAmount'))
    }
  },
  'BR-45 to 48 each tax has its net sum, sum, category and rate': ({ top }) => {
    const [subtotal = {} as Element, ...others] = all(top, 'TaxTotal/TaxSubtotal')
    expect(others).toEqual([])
    for (const path of ['TaxableAmount', 'TaxAmount', 'TaxCategory/ID'])
      expect(textOf(subtotal, path)).toMatch(/./)
  },
  'BR-49, 50, 61 how to pay': (parsed, content) => {
    const means = all(parsed.top, 'PaymentMeans')
    const isAwaited =
      content.kind === 'invoice' && content.transfer !== null && content.transfer.facts.length > 0
    expect(means.length > 0).toBe(isAwaited)
    for (const each of means) {
      expect([textOf(each, 'PaymentMeansCode'), textOf(each, 'PaymentID')]).toEqual(['30', '2026-000007'])
      expect(textOf(each, 'PayeeFinancialAccount/ID')).toBe('12345678')
      expect(textOf(each, 'PayeeFinancialAccount/Name')).toBe('Prompter Pty Ltd')
    }
    const branches = means.map((each) => textOf(each, 'PayeeFinancialAccount/FinancialInstitutionBranch/ID'))
    const isHome = content.buyer.countryCode === 'AU'
    expect(branches).toEqual(isAwaited ? ['062-000', ...(isHome ? [] : ['CTBAAU2SXXX'])] : [])
  },
  'BR-55 a note and a corrected invoice name the one before': ({ top }, content) => {
    const before = content.kind === 'invoice' ? content.replaces : content.invoice
    const reference = 'BillingReference/InvoiceDocumentReference'
    expect([textOf(top, `${reference}/ID`), textOf(top, `${reference}/IssueDate`)]).toEqual([
      before?.number,
      before?.date,
    ])
  },
  'aligned-ibrp-003 the buyer’s reference': ({ top }, { purchaseOrder }) => {
    expect([textOf(top, 'OrderReference/ID'), textOf(top, 'BuyerReference')]).toEqual(
      purchaseOrder ? [purchaseOrder, undefined] : [undefined, '2026-000007'],
    )
  },
  'BR-CO-09 a VAT identifier begins with its country': ({ top }) => {
    const taxes = all(top, `${customer}/PartyTaxScheme`).concat(all(top, `${supplier}/PartyTaxScheme`))
    for (const each of taxes)
      if (textOf(each, 'TaxScheme/ID') === 'VAT') expect(textOf(each, 'CompanyID')).toMatch(/^[A-Z]{2}/)
  },
  'BR-CO-10 the sum of lines': (parsed) => {
    const sum = linesOf(parsed).reduce((all, line) => all + sumOf(line, 'LineExtensionAmount'), 0)
    expect(total(parsed, 'LineExtensionAmount')).toBe(sum)
  },
  'BR-CO-11, 12 no discount or charge stands outside the lines': ({ top }) => {
    expect(all(top, 'AllowanceCharge')).toEqual([])
    expect(all(top, 'LegalMonetaryTotal/AllowanceTotalAmount')).toEqual([])
    expect(all(top, 'LegalMonetaryTotal/ChargeTotalAmount')).toEqual([])
  },
  'BR-CO-13 the sum before tax': (parsed) => {
    expect(total(parsed, 'TaxExclusiveAmount')).toBe(total(parsed, 'LineExtensionAmount'))
  },
  'BR-CO-14 the tax is the sum of its categories': ({ top }) => {
    expect(sumOf(top, 'TaxTotal/TaxAmount')).toBe(sumOf(top, 'TaxTotal/TaxSubtotal/TaxAmount'))
  },
  'BR-CO-15 the sum with tax': (parsed, content) => {
    const tax = sumOf(parsed.top, 'TaxTotal/TaxAmount')
    expect(total(parsed, 'TaxInclusiveAmount')).toBe(total(parsed, 'TaxExclusiveAmount') + tax)
    expect(total(parsed, 'TaxInclusiveAmount')).toBe(Math.abs(content.total))
    expect(tax).toBe(Math.abs(content.tax))
  },
  'BR-CO-16 what is still to pay': (parsed, content) => {
    const payable = total(parsed, 'TaxInclusiveAmount') - total(parsed, 'PrepaidAmount')
    expect(total(parsed, 'PayableAmount')).toBe(payable)
    if (content.kind === 'invoice' && content.paid === null)
      expect(textOf(parsed.top, 'LegalMonetaryTotal/PrepaidAmount')).toBe(
        content.transfer?.received && writeDollars(content.transfer.received.amount),
      )
    const isOpen = content.kind === 'invoice' ? content.paid === null : content.total > 0
    expect(payable > 0).toBe(isOpen)
  },
  'BR-CO-17 the tax is its rate of the net sum, to half a cent': ({ top }) => {
    const rate = Number(textOf(top, 'TaxTotal/TaxSubtotal/TaxCategory/Percent') ?? 0)
    const exact = (sumOf(top, 'TaxTotal/TaxSubtotal/TaxableAmount') * rate) / 100
    expect(Math.abs(sumOf(top, 'TaxTotal/TaxSubtotal/TaxAmount') - exact)).toBeLessThanOrEqual(0.5)
  },
  'BR-CO-25 what is to pay has its day and terms, or terms alone': ({ top }, content) => {
    const due = content.kind === 'invoice' ? content.transfer?.due : undefined
    const isUnpaid = content.kind === 'invoice' && content.paid === null
    expect(textOf(top, 'DueDate')).toBe(due)
    expect(textOf(top, 'PaymentTerms/Note')).toBe(due ? 'Due 15 July 2026' : isUnpaid ? 'Unpaid' : due)
  },
  'BR-S, AE, O-01, 08 lines and sums have one category': (parsed) => {
    for (const line of linesOf(parsed)) {
      expect(all(line, 'Item/ClassifiedTaxCategory')).toHaveLength(1)
      for (const name of ['ID', 'Percent', 'TaxScheme/ID'])
        expect(textOf(line, `Item/ClassifiedTaxCategory/${name}`)).toBe(category(parsed, name))
    }
    expect(sumOf(parsed.top, 'TaxTotal/TaxSubtotal/TaxableAmount')).toBe(total(parsed, 'LineExtensionAmount'))
    expect(category(parsed, 'TaxScheme/ID')).toBe(isPint(parsed) ? 'GST' : 'VAT')
  },
  'BR-S-02, 05, 09, 10; BR-AE-02, 05, 09, 10; BR-O-02, 05, 09, 10': (
    parsed,
    { taxed, reverseCharge, buyer },
  ) => {
    const reasons = ['TaxExemptionReasonCode', 'TaxExemptionReason'].map((name) => category(parsed, name))
    const registered = textOf(parsed.top, `${supplier}/PartyTaxScheme/CompanyID`)
    const vat = textOf(parsed.top, `${customer}/PartyTaxScheme/CompanyID`)
    const found = {
      id: category(parsed, 'ID'),
      percent: category(parsed, 'Percent'),
      reasons,
      registered,
      vat,
    }
    const abn = '51824753556'
    if (taxed) {
      const none = [undefined, undefined]
      return expect(found).toEqual({ id: 'S', percent: '10', reasons: none, registered: abn, vat: undefined })
    }
    expect(sumOf(parsed.top, 'TaxTotal/TaxAmount')).toBe(0)
    if (reverseCharge)
      return expect(found).toEqual({
        id: 'AE',
        percent: '0',
        reasons: ['VATEX-EU-AE', 'Reverse charge'],
        registered: abn,
        vat: buyer.vatId,
      })
    const reason = 'Supplied outside Australia. No GST applies.'
    const code = isPint(parsed) ? undefined : 'VATEX-EU-O'
    expect(found).toEqual({
      id: 'O',
      percent: undefined,
      reasons: [code, reason],
      registered: undefined,
      vat: undefined,
    })
  },
  'aligned-ibrp-005 sums have two decimals, ibr-126 in one currency': ({ top }) => {
    const amounts = JSON.stringify(top).match(/"cbc:\w*Amount":\[\{[^}]*\}\}?/g) ?? []
    expect(amounts.length).toBeGreaterThan(5)
    for (const each of amounts) {
      expect(each).toMatch(/"_":"\d+\.\d\d"/)
      expect(each).toContain('"currencyID":"AUD"')
    }
  },
}

describe.each(Object.entries(fixtures))('%s', (_name, content) => {
  test.each(Object.entries(rules))('keeps %s', async (_rule, check) => check(await parse(content), content))
})

test('an e-invoice says what its PDF says, and escapes what a buyer typed', async () => {
  const content = fixtures['an invoice to a business in the EU'] as Billed
  const { top } = await parse({ ...content, buyer: { ...content.buyer, name: 'A\uffffda <b>&' } })
  expect(textOf(top, 'Note')).toBe(
    'Due 15 July 2026. Supplied outside Australia. No GST applies. Reverse charge: the buyer accounts for the VAT.',
  )
  expect(textOf(top, `${customer}/PartyName/Name`)).toBe('Studio <Müller> & Söhne')
  expect(textOf(top, `${customer}/Contact/Name`)).toBe('Ada <b>&')
})

test('sums stand in the order of UBL 2.1, and a part that has come before what is to pay', async () => {
  const { top } = await parse(fixtures['an Australian invoice of which a part has come'] as Billed)
  const [sums = {}] = all(top, 'LegalMonetaryTotal')
  const names = Object.keys(sums).map((name) => name.replace('cbc:', ''))
  expect(names.map((name) => [name, textOf(top, `LegalMonetaryTotal/${name}`)])).toEqual([
    ['LineExtensionAmount', '717.91'],
    ['TaxExclusiveAmount', '717.91'],
    ['TaxInclusiveAmount', '789.70'],
    ['PrepaidAmount', '123.45'],
    ['PayableAmount', '666.25'],
  ])
})

test('an IBAN stands beside the account at home', async () => {
  const bankAccount = { iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }
  const order = anyOrder({ ...awaited, buyer: german })
  const content = invoiceContent({
    order,
    lines: [anyOrderLine({ tax: 0 })],
    number: 'INV-1',
    ...common,
    site: { ...placed, bankAccount },
  })
  const { top } = await parse(read(content))
  const account = all(top, 'PaymentMeans/PayeeFinancialAccount')
  expect(account.map((each) => [textOf(each, 'ID'), textOf(each, 'FinancialInstitutionBranch/ID')])).toEqual([
    [bankAccount.iban, bankAccount.bic],
  ])
})

test('a seller in another register is named by its number', async () => {
  const { abn: _abn, ...company } = placed.company
  const named = { ...company, number: { label: 'NZBN', value: '9429 0306 2000 5', check: 'none' as const } }
  const order = anyOrder({
    tax_rule: '{"name":"GST","rate":[15,100],"included":true,"country":"NZ"}',
    buyer: { country: 'NZ' },
  })
  const content = invoiceContent({
    order,
    lines: [anyOrderLine()],
    number: 'INV-1',
    ...common,
    site: { ...placed, company: named },
  })
  const { top } = await parse(read(content))
  expect(all(top, `${supplier}/EndpointID`)).toEqual([{ _: '9429030620005', $: { schemeID: '0088' } }])
  expect(textOf(top, 'TaxTotal/TaxSubtotal/TaxCategory/Percent')).toBe('15')
})

test('whatever is sold, lines come to the invoice’s sums', async () => {
  const line = fc.record({
    sku: fc.constantFrom('solo', 'studio'),
    kind: fc.constant('new' as const),
    qty: fc.integer({ min: 1, max: 40 }),
    unitAmount: fc.integer({ min: 1, max: 99_999 }),
    volume: fc.constantFrom([], [{ from: 3, percent: 7 }]),
  })
  const codes = fc.option(fc.record({ code: fc.constant('X'), percent: fc.integer({ min: 1, max: 99 }) }))
  const property = fc.asyncProperty(
    fc.array(line, { minLength: 1, maxLength: 5 }),
    codes,
    fc.integer({ min: 0, max: 99 }),
    async (lines, typed, percent) => {
      const code = typed && { ...typed, amount: null, skus: null, appliesTo: 'any' as const }
      const priced = priceLines(lines, { tax: gst, code })
      const rows = priced.lines.map(({ sku, qty, unitAmount, amount, tax, discounts }) =>
        anyOrderLine({
          sku,
          qty,
          amount,
          tax,
          unit_amount: unitAmount,
          discounts: JSON.stringify(discounts),
        }),
      )
      const order = anyOrder({ ...awaited, total: priced.total, tax: priced.tax })
      const amount = Math.floor((priced.total * percent) / 100)
      const received = amount > 0 ? { ...part, amount } : null
      const content = read(invoiceContent({ order, lines: rows, number: 'INV-1', received, ...common }))
      const parsed = await parse(content)
      for (const [rule, check] of Object.entries(rules))
        if (/053|BR-CO-1[0-7]/.test(rule) && priced.total > 0) check(parsed, content)
    },
  )
  await fc.assert(property, { numRuns: runs(30) })
})
