import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { expect, test } from 'vitest'
import type { OrderLineRow } from '../../runtime/db/rows/orders.ts'
import { anyOrder, anyOrderLine, type OrderChanges } from '../../testing/support/any-order.ts'
import { png } from '../../testing/support/png.ts'
import { adjustmentNoteContent, invoiceContent } from './content.ts'
import { drawSheet, invoicePdf, press, setType } from './pdf.ts'
import { site, siteUrl } from './site.fixture.ts'

press.print = setType

const now = new Date('2026-06-30T22:01:00Z')

function content(changes: OrderChanges = {}, lines: OrderLineRow[] = [anyOrderLine()]) {
  return invoiceContent({ order: anyOrder(changes), lines, site, siteUrl, number: 'INV-000123', now })
}

/** The selectable text of each page. */
async function pagesOf(...[document]: [Parameters<typeof invoicePdf>[0]]): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await invoicePdf(document, now)))
  return (await extractText(pdf)).text
}

test('a tax invoice says what the law asks of one', async () => {
  const [text = ''] = await pagesOf(content())
  for (const part of [
    'Tax invoice',
    'INV-000123',
    '1 July 2026',
    'Prompter Pty Ltd',
    'ABN 51 824 753 556',
    'Harbour Street Studio',
    'Mary Lee',
    'ABN 53 004 085 616',
    'Australia',
    'PO-7781',
    'Prompter Studio licence, 3 machines, 12 months of updates',
    '3 $229.00 $62.45 $687.00',
    'GST, 10%',
    'Total, AUD',
    'Total price includes GST.',
    'Paid in full, 1 July 2026, by card',
  ]) {
    expect(text).toContain(part)
  }
})

test('a document says whom to write to, and where its buyer opens it, without what opens the order', async () => {
  const transfer_terms = JSON.stringify({
    dueDays: 14,
    remindAfterDays: [],
    lapseAfterDays: 30,
    timeZone: 'UTC',
  })
  const texts = [
    content(),
    content({ paid_at: null, transfer_terms, buyer: { email: 'ada@example.com' } }),
  ].map(async (document) => (await pagesOf(document)).join(' ').replaceAll(/\s+/g, ' '))
  const [paid = '', unpaid = ''] = await Promise.all(texts)
  for (const text of [paid, unpaid]) {
    expect(text).toContain('hello@prompter.example')
    expect(text).toContain('https://prompter.example/licences')
    expect(text).not.toMatch(/token|ot_/)
  }
  expect(paid).toContain('To see this document online, open')
  expect(unpaid).toContain(
    'To see this document online and the ways to pay it, open https://prompter.example/licences and ask for a link to ada@example.com.',
  )
})

test('a part that has come stands between the total and the rest, which alone is asked for', async () => {
  const terms = { dueDays: 14, remindAfterDays: [], lapseAfterDays: 30, timeZone: 'Australia/Sydney' }
  const document = invoiceContent({
    order: anyOrder({ paid_at: null, transfer_terms: JSON.stringify(terms) }),
    lines: [anyOrderLine()],
    site,
    siteUrl,
    number: 'INV-000123',
    now,
    received: { amount: 10_000, date: '2026-07-03' },
  })
  const text = (await pagesOf(document)).join(' ').replaceAll(/\s+/g, ' ')
  expect(text).toContain('Total, AUD $687.00 Received by 3 July 2026 $100.00 Still to pay, AUD $587.00')
  expect(text).toContain('How to pay Amount A$587.00')
})

test.each(['東京放送株式会社', '한국교육방송공사', '上海传媒有限公司'])(
  '%s is as bold as a Latin name, though its font has no bold',
  async (companyName) => {
    const { OPS } = await getResolvedPDFJS()
    const modes = async (name: string) => {
      const document = content({ buyer: { companyName: name } })
      const pdf = await getDocumentProxy(new Uint8Array(await invoicePdf(document, now)))
      const { fnArray, argsArray } = await (await pdf.getPage(1)).getOperatorList()
      return fnArray.flatMap((fn, index) => (fn === OPS.setTextRenderingMode ? argsArray[index] : []))
    }
    const filledAndStroked = 2
    expect(await modes(companyName)).toContain(filledAndStroked)
    expect(await modes('Acme & Sons')).not.toContain(filledAndStroked)
  },
)

test('a logo stands on the document, which grows by little more than its file', async () => {
  const { OPS } = await getResolvedPDFJS()
  const picturesOf = async (pdf: Uint8Array) => {
    const document = await getDocumentProxy(new Uint8Array(pdf))
    const { fnArray } = await (await document.getPage(1)).getOperatorList()
    return fnArray.filter((fn) => fn === OPS.paintImageXObject).length
  }
  const file = png({ width: 320, height: 80 })
  const logo = `data:image/png;base64,${file.toString('base64')}`
  const [plain, marked] = await Promise.all([invoicePdf(content(), now), invoicePdf(content(), now, logo)])
  expect(await Promise.all([plain, marked].map(picturesOf))).toEqual([0, 1])
  expect(marked.length - plain.length).toBeLessThan(file.length + 1000)
  expect(await invoicePdf(content(), now, logo)).toEqual(marked)
})

test('a discount is a row with its own GST', async () => {
  const discounts = JSON.stringify([{ label: 'Code CREW10, 10% off', amount: 6900 }])
  const line = anyOrderLine({ qty: 1, unit_amount: 69000, amount: 62100, tax: 5646, discounts })
  const [text = ''] = await pagesOf(content({ total: 62100, tax: 5646 }, [line]))
  expect(text).toContain('1 $690.00 $62.73 $690.00')
  expect(text).toContain('Code CREW10, 10% off −$6.27 −$69.00')
})

test('an invoice to someone abroad speaks of no tax invoice and shows no GST', async () => {
  const [text = ''] = await pagesOf(content({ buyer: { country: 'JP', abn: undefined }, tax: 0 }))
  expect(text).toMatch(/^Invoice\b/)
  expect(text).not.toMatch(/tax invoice|includes GST|GST, 10%/i)
  expect(text).toContain('Total, AUD')
})

test('an adjustment note names the invoice and its effect', async () => {
  const [text = ''] = await pagesOf(
    adjustmentNoteContent({
      order: anyOrder(),
      site,
      siteUrl,
      number: 'ADJ-000045',
      now,
      invoice: { number: 'INV-000123', date: '2026-07-01' },
      refunded: { before: 0, after: 22900 },
    }),
  )
  expect(text).toMatch(/^Adjustment note\b/)
  expect(text).toContain('ADJ-000045')
  expect(text).toContain('ABN 51 824 753 556')
  expect(text).toContain(
    'The price of tax invoice INV-000123 is lowered by $229.00, which includes $20.81 GST.',
  )
})

test('a long table goes on under its head on the next page, with every line', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => anyOrderLine({ name: `Edition${index}` }))
  const pages = await pagesOf(content({}, lines))
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Item Qty Price GST Total')
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  }
  for (const { name } of lines) expect(pages.join('\n')).toContain(`Prompter ${name} licence`)
})

test('the sums never stand on a page without a line, nor a discount without its own', async () => {
  const discounts = JSON.stringify([{ label: 'Code CREW10, 10% off', amount: 100 }])
  for (const count of Array.from({ length: 24 }, (_, index) => index + 1)) {
    const lines = Array.from({ length: count }, () => anyOrderLine({ discounts }))
    for (const page of await pagesOf(content({}, lines))) {
      const [, afterHead = ''] = page.split('Item Qty Price GST Total')
      expect(afterHead.trim()).toMatch(/^Prompter Studio licence/)
    }
  }
})

test('account details stay together under their title', async () => {
  const terms = { dueDays: 14, remindAfterDays: [], lapseAfterDays: 30, timeZone: 'Australia/Sydney' }
  const waiting = { paid_at: null, transfer_terms: JSON.stringify(terms) }
  for (const count of Array.from({ length: 20 }, (_, index) => index + 1)) {
    const lines = Array.from({ length: count }, () => anyOrderLine())
    const pages = await pagesOf(content(waiting, lines))
    const withDetails = pages.filter((page) => /How to pay|Account name|Amount/.test(page))
    expect(withDetails).toEqual([expect.stringMatching(/How to pay.*Amount.*Account name/s)])
  }
})

test('each character is set in the document’s own font if that has it', async () => {
  const buyer = { companyName: '学校 Ελένη Smith', name: '山田', country: 'JP' }
  const pdf = await getDocumentProxy(new Uint8Array(await invoicePdf(content({ buyer }), now)))
  const { items } = await (await pdf.getPage(1)).getTextContent()
  const fontOf = (text: string) =>
    items.flatMap((item) => ('str' in item && item.str.includes(text) ? [item.fontName] : []))[0]
  expect(fontOf('Ελένη Smith')).toBe(fontOf('INV-000123'))
  expect(fontOf('学校')).toBe(fontOf('山田'))
  expect(fontOf('山田')).not.toBe(fontOf('mary@'))
})

test.each([
  'Łukasz Müller',
  'Ελένη',
  'Дмитрий',
  'Nguyễn Thị',
  '山田太郎',
  '张伟',
  '김민준',
  'สมชาย',
  'გიორგი',
])('nobody’s name is lost: %s', async (name) => {
  const [text = ''] = await pagesOf(content({ buyer: { name } }))
  expect(text).toContain(name)
})

test.each(['محمد علي', '🎥 Film', 'x'.repeat(100), 'a\u0301\u0300', '\u{10FFFF}'])(
  'no name stops a document: %s',
  async (name) => {
    const [text = ''] = await pagesOf(content({ buyer: { name, companyName: name } }))
    expect(text).toContain('mary@example.com')
  },
)

test('the same content gives the same bytes', async () => {
  const make = () => invoicePdf(content({ buyer: { name: '山田太郎' } }), now)
  const [first, second] = [await make(), await make()]
  expect(Buffer.compare(first, second)).toBe(0)
})

test('a letter stays text after an accented one of it was set', async () => {
  for (const title of ['ŴŶĴ', 'WYJ']) {
    const pdf = await drawSheet({ title, author: '', issuedAt: now }, (sheet) => {
      sheet.heading(title)
      sheet.end()
    })
    expect((await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text[0]).toContain(title)
  }
})
