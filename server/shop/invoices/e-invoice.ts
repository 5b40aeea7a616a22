import type { Element } from 'xast'
import { formatDate } from '#shared/calendar/calendar.ts'
import { writeDollars } from '#shared/desk/write-dollars.ts'
import { type InvoiceContent, prepaidOf } from '#shared/orders/invoice.ts'
import { invoiceText, taxText } from '#shared/orders/invoice-text.ts'
import { accountOf } from '#shared/seller/transfer-facts.ts'
import { writeXml } from '../../web/http/write-xml.ts'
import { cac, cbc, party, taxScheme, ubl } from './ubl.ts'

/** Receipts aren't invoices. */
export type Billed = Exclude<InvoiceContent, { kind: 'receipt' }>

/** Australia and New Zealand accept only this specialisation of Peppol. */
const pintCountries = ['AU', 'NZ']

/** Codes of company registers (Peppol, "Electronic Address Scheme"). */
const schemes: Record<string, string> = { ABN: '0151', NZBN: '0088' }

/**
 * Writes a document as UBL 2.1 (EN 16931), or as PINT A-NZ between companies registered in Australia and New
 * Zealand. A note that lowers its invoice is a credit note; one that raises it again is a debit note.
 */
export function eInvoice(content: Billed): string {
  const isCredit = content.kind === 'adjustment_note' && content.total >= 0
  const root = isCredit ? 'CreditNote' : 'Invoice'
  const { status, foot } = invoiceText(content)
  const due = transferOf(content)?.due
  const isUnpaid = content.kind === 'invoice' && content.paid === null
  return writeXml(
    ubl(
      root,
      cbc(
        'CustomizationID',
        isPint(content) ? 'urn:peppol:pint:billing-1@aunz-1' : 'urn:cen.eu:en16931:2017',
      ),
      cbc('ProfileID', isPint(content) && 'urn:peppol:bis:billing'),
      cbc('ID', content.number),
      cbc('IssueDate', content.date),
      cbc('DueDate', due),
      // Document type of UNCL 1001.
      cbc(`${root}TypeCode`, isCredit ? '381' : content.kind === 'invoice' ? '380' : '383'),
      cbc('Note', [status, foot].filter(Boolean).join('. ')),
      cbc('DocumentCurrencyCode', content.currency),
      ...references(content),
      cac('AccountingSupplierParty', seller(content)),
      cac('AccountingCustomerParty', buyer(content)),
      ...paymentMeans(content),
      // BR-CO-25 requires payment terms if no due day is agreed.
      isUnpaid ? cac('PaymentTerms', cbc('Note', due ? `Due ${formatDate(due)}` : 'Unpaid')) : null,
      taxTotal(content),
      monetaryTotal(content),
      ...linesOf(content).map((line, index) => lineOf(content, { ...line, id: index + 1 }, isCredit)),
    ),
  )
}

/** PINT A-NZ requires both parties to have a registered company number (ibr-cl-25, aligned-ibr-005-aunz). */
function isPint(content: Billed): boolean {
  const isNumbered = [sellerNumber(content), buyerNumber(content)].every((number) => number?.scheme)
  return isNumbered && pintCountries.includes(content.buyer.countryCode)
}

type RegisteredNumber = { value: string; scheme: string | undefined }

function sellerNumber({ seller: { number } }: Billed): RegisteredNumber | null {
  return number ? registered(number.label, number.value) : null
}

function buyerNumber({ buyer: { abn, nzbn } }: Billed): RegisteredNumber | null {
  if (nzbn) return registered('NZBN', nzbn)
  return abn ? registered('ABN', abn) : null
}

function registered(label: string, text: string): RegisteredNumber | null {
  const value = text.replace(/\s/g, '')
  return value === '' ? null : { value, scheme: schemes[label] }
}

function transferOf(content: Billed) {
  return content.kind === 'invoice' ? content.transfer : null
}

/** The buyer's system finds the order by its own reference, otherwise by ours. */
function references(content: Billed) {
  const { purchaseOrder, orderNumber } = content
  const earlier = content.kind === 'invoice' ? (content.replaces ?? content.follows) : content.invoice
  return [
    cbc('BuyerReference', !purchaseOrder && orderNumber),
    purchaseOrder ? cac('OrderReference', cbc('ID', purchaseOrder), cbc('SalesOrderID', orderNumber)) : null,
    earlier
      ? cac(
          'BillingReference',
          cac('InvoiceDocumentReference', cbc('ID', earlier.number), cbc('IssueDate', earlier.date)),
        )
      : null,
  ]
}

/**
 * The company's number is its tax registration (BT-32), as it has no VAT identifier in the buyer's country.
 */
function seller(content: Billed): Element {
  const number = sellerNumber(content)
  const scheme = content.seller.number?.label === 'VAT ID' ? 'VAT' : 'GST'
  return party({
    ...content.seller,
    number,
    tax: number && categoryOf(content).id !== 'O' ? { id: number.value, scheme } : null,
  })
}

function buyer(content: Billed): Element {
  const { name, companyName, vatId } = content.buyer
  return party({
    ...content.buyer,
    name: companyName ?? name,
    number: buyerNumber(content),
    tax: vatId && categoryOf(content).id === 'AE' ? { id: vatId, scheme: 'VAT' } : null,
    contact: companyName === null ? undefined : name,
  })
}

/** One entry per account on the invoice: BSB for domestic buyers, IBAN or BIC for others. */
function paymentMeans(content: Billed): Element[] {
  const transfer = transferOf(content)
  if (!transfer) return []
  const { name, reference, bsb, number, iban, bic } = accountOf(transfer.facts)
  const accounts = [
    ...(number ? [{ id: number, branch: bsb ?? (iban ? undefined : bic) }] : []),
    ...(iban || (number && bsb && bic) ? [{ id: iban ?? number, branch: bic }] : []),
  ]
  return accounts.map(({ id, branch }) =>
    cac(
      'PaymentMeans',
      // Credit transfer (UNCL 4461).
      cbc('PaymentMeansCode', '30'),
      cbc('PaymentID', reference),
      cac(
        'PayeeFinancialAccount',
        cbc('ID', id),
        cbc('Name', name),
        branch ? cac('FinancialInstitutionBranch', cbc('ID', branch)) : null,
      ),
    ),
  )
}

/**
 * S: taxed; AE: reverse charge; O: not subject to tax. G would require a seller's VAT identifier (BR-G-02).
 */
function categoryOf(content: Billed): {
  id: 'S' | 'AE' | 'O'
  percent?: string
  reason?: string
  code?: string
} {
  const { taxed, taxKind, reverseCharge } = content
  if (taxed && taxKind) return { id: 'S', percent: taxKind.percent.replace('%', '') }
  if (reverseCharge && content.buyer.vatId)
    return { id: 'AE', percent: '0', code: 'VATEX-EU-AE', reason: 'Reverse charge' }
  return { id: 'O', reason: taxText(content), ...(!isPint(content) && { code: 'VATEX-EU-O' }) }
}

function taxCategory(content: Billed, name: string, isExplained: boolean): Element {
  const { id, percent, code, reason } = categoryOf(content)
  return cac(
    name,
    cbc('ID', id),
    cbc('Percent', percent),
    cbc('TaxExemptionReasonCode', isExplained && code),
    cbc('TaxExemptionReason', isExplained && reason),
    taxScheme(isPint(content) ? 'GST' : 'VAT'),
  )
}

function taxTotal(content: Billed): Element {
  const { total, tax } = absolute(content)
  const amount = money(content)
  return cac(
    'TaxTotal',
    amount('TaxAmount', tax),
    cac(
      'TaxSubtotal',
      amount('TaxableAmount', total - tax),
      amount('TaxAmount', tax),
      taxCategory(content, 'TaxCategory', true),
    ),
  )
}

/** Payable amount: total minus prepaid (EN 16931, BR-CO-16). A debit note's money has already come back. */
function monetaryTotal(content: Billed): Element {
  const { total, tax } = absolute(content)
  const amount = money(content)
  const prepaid = content.kind === 'invoice' ? prepaidOf(content) : content.total < 0 ? total : null
  return cac(
    'LegalMonetaryTotal',
    amount('LineExtensionAmount', total - tax),
    amount('TaxExclusiveAmount', total - tax),
    amount('TaxInclusiveAmount', total),
    prepaid === null ? null : amount('PrepaidAmount', prepaid),
    amount('PayableAmount', total - (prepaid ?? 0)),
  )
}

type Line = Omit<Extract<Billed, { kind: 'invoice' }>['lines'][number], 'unitAmount'>

/** An adjustment note changes the price of the whole order, so it has one line. */
function linesOf(content: Billed): Line[] {
  if (content.kind === 'invoice') return content.lines
  const description = `Adjustment of ${content.invoice.number}`
  return [{ description, qty: 1, discounts: [], ...absolute(content) }]
}

function lineOf(content: Billed, line: Line & { id: number }, isCredit: boolean): Element {
  const { id, description, qty, discounts, total, tax } = line
  const amount = money(content)
  const taken = discounts.map(({ label, amount, tax = 0 }) => ({ label, net: amount - tax }))
  const gross = taken.reduce((sum, { net }) => sum + net, total - tax)
  // Bills the line as one unit if the price of one isn't in whole cents.
  const isWhole = gross % qty === 0
  return cac(
    isCredit ? 'CreditNoteLine' : 'InvoiceLine',
    cbc('ID', String(id)),
    cbc(isCredit ? 'CreditedQuantity' : 'InvoicedQuantity', String(qty), { unitCode: 'EA' }),
    amount('LineExtensionAmount', total - tax),
    ...taken.map(({ label, net }) =>
      cac(
        'AllowanceCharge',
        cbc('ChargeIndicator', 'false'),
        cbc('AllowanceChargeReason', label),
        amount('Amount', net),
      ),
    ),
    cac('Item', cbc('Name', description), taxCategory(content, 'ClassifiedTaxCategory', false)),
    cac(
      'Price',
      amount('PriceAmount', isWhole ? gross / qty : gross),
      isWhole ? null : cbc('BaseQuantity', String(qty), { unitCode: 'EA' }),
    ),
  )
}

function absolute({ total, tax }: Billed) {
  return { total: Math.abs(total), tax: Math.abs(tax) }
}

function money({ currency }: Billed) {
  return (name: string, cents: number) => cbc(name, writeDollars(cents), { currencyID: currency })
}
