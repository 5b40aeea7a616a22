import { expect, test } from 'vitest'
import { directionMarksRefused } from '#shared/text/direction-marks.ts'
import { changeWords } from './change-words.ts'
import { checkFields } from './check-fields.ts'
import { checkAbn, checkEmail, checkNzbn } from './check-text.ts'
import { toCheckoutBody } from './checkout-body.ts'
import { cartWords, quoteWords } from './checkout-words.ts'
import type { Draft } from './draft.ts'
import { fields, mapFields } from './fields.ts'

const draft: Draft = {
  ...mapFields(fields, () => ''),
  name: 'Ada Byron',
  email: 'ada@example.com',
  companyName: ' Acme ',
  abn: '51 824 753 556',
  country: 'AU',
  paymentMethod: 'card',
  purchaseOrder: 'PO-7',
  eInvoice: true,
  acceptTerms: true,
  waivesWithdrawal: false,
}

const body = (change: Partial<Draft> = {}, verification = 'token') =>
  toCheckoutBody({
    draft: { ...draft, ...change },
    subject: { items: [] },
    total: 45_800,
    verification,
  })

test('what is filled in has no errors', () => {
  expect(checkFields(body(), cartWords)).toEqual({})
})

test('only a consumer of the EU has to agree that delivery begins at once', () => {
  const asked = (change: Partial<Draft>) => Object.keys(checkFields(body({ abn: '', ...change }), cartWords))
  expect(asked({ country: 'DE' })).toEqual(['/waivesWithdrawal'])
  expect(asked({ country: 'DE', waivesWithdrawal: true })).toEqual([])
  expect(asked({ country: 'DE', vatId: 'DE123456789' })).toEqual([])
  expect(asked({ country: 'CH' })).toEqual([])
})

test('a consumer of the EU who renews agrees to a change, because the key stays', () => {
  const missing = checkFields(body({ abn: '', country: 'DE' }), changeWords)['/waivesWithdrawal']
  expect(`${changeWords.waiver} ${missing}`).not.toMatch(/key/)
  expect(changeWords.waiver).toMatch(/licence .* lose my right to withdraw/)
})

test('each thing that is missing is named by its pointer', () => {
  const errors = checkFields(
    body({ name: ' \u200b', email: '', country: '', acceptTerms: false }, ''),
    cartWords,
  )
  expect(Object.keys(errors).sort()).toEqual([
    '/acceptTerms',
    '/customer/country',
    '/customer/email',
    '/customer/name',
    '/verification',
  ])
})

test('what is missing from a quote is told in words for quotes', () => {
  const errors = checkFields(body({ email: '' }, ''), quoteWords)
  expect(errors['/customer/email']).toBe('Enter your email. The quote goes there.')
  expect(errors['/verification']).not.toMatch(/order/)
})

test('a mark that turns the direction of text is refused in each text', () => {
  const errors = checkFields(
    body({ name: 'Ada\u202e', email: '\u2066a@b.co', paymentMethod: 'invoice', purchaseOrder: '\u200f7' }),
    cartWords,
  )
  expect(errors).toEqual({
    '/customer/name': directionMarksRefused,
    '/customer/email': directionMarksRefused,
    '/purchaseOrder': directionMarksRefused,
  })
})

test.each([
  ['', undefined],
  ['51 824 753 556', undefined],
  ['ABN: 51 824 753 556', undefined],
  ['51‑824‑753‑556', undefined],
  ['５１ ８２４ ７５３ ５５６', undefined],
  ['51824753557', /typo/],
  ['5182475355', /11 digits/],
  ['ABC', /11 digits/],
])('the ABN %j', (text, message) => {
  if (message) expect(checkAbn(text)).toMatch(message)
  else expect(checkAbn(text)).toBeUndefined()
})

test.each([
  ['', undefined],
  ['9429 0306 20001', undefined],
  ['NZBN 9429-0306-20001', undefined],
  ['9429030620002', /typo/],
  ['94290306', /13 digits/],
])('the NZBN %j', (text, message) => {
  if (message) expect(checkNzbn(text)).toMatch(message)
  else expect(checkNzbn(text)).toBeUndefined()
})

test.each([
  ['ada@example.com', undefined],
  ['\u200bada@example.com\u200b', undefined],
  ['studio@example', /missing its ending/],
  ['ada', /such as name@example.com/],
  ['a@b.com, c@d.com', /one email address/],
  [`${'a'.repeat(251)}@b.c`, /one email address/],
])('the email %j', (text, message) => {
  if (message) expect(checkEmail(text)).toMatch(message)
  else expect(checkEmail(text)).toBeUndefined()
})

test('a text that is too long is refused and not cut, and an emoji is one character', () => {
  const long = { ...body({ name: '🎤'.repeat(100) }), purchaseOrder: '4'.repeat(61) }
  expect(checkFields(long, cartWords)).toEqual({ '/purchaseOrder': 'At most 60 characters.' })
})

test('what doesn’t apply isn’t sent, and doesn’t stand in the way', () => {
  const abroad = body({ country: 'NZ', abn: 'a typo' })
  expect(abroad.customer).toEqual({
    name: 'Ada Byron',
    email: 'ada@example.com',
    companyName: 'Acme',
    abn: undefined,
    country: 'NZ',
  })
  expect(checkFields(abroad, cartWords)).toEqual({})
})

test('only a business is asked for an address', () => {
  const address = { addressLine1: '1 Quay Street', postcode: '2000' }
  const alone = { companyName: ' ', abn: '', nzbn: '', vatId: '' }
  expect(body(alone).eInvoice).toBeUndefined()
  expect(body({ companyName: 'Acme' }).eInvoice).toBe(true)
  expect(body({ ...address, ...alone }).customer).not.toHaveProperty('addressLine1', '1 Quay Street')
  for (const named of [
    { companyName: 'Acme' },
    { abn: '51 824 753 556' },
    { country: 'NZ', nzbn: '9429030620001' },
    { country: 'DE', vatId: 'DE1' },
  ])
    expect(body({ ...address, ...alone, ...named }).customer).toMatchObject(address)
  expect(
    body({ ...address, ...alone, country: 'NZ', abn: '51 824 753 556' }).customer.postcode,
  ).toBeUndefined()
})

test('a purchase order goes with either way of paying, because a quote has chosen none', () => {
  expect(body({ paymentMethod: 'card' }).purchaseOrder).toBe('PO-7')
  expect(body({ paymentMethod: 'invoice' }).purchaseOrder).toBe('PO-7')
})
