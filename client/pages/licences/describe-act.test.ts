import { expect, test } from 'vitest'
import type { Mine, OwnLicence, OwnOrder } from '#shared/orders/mine.ts'
import { describeAct } from './describe-act.ts'

test.each([
  [[], 'No machine is on it now, so there’s nothing else to do.'],
  [['desk'], 'desk keeps its seat. Enter the new key there, or deactivate it.'],
  [['desk', 'booth'], 'desk and booth keep their seats. Enter the new key on each, or deactivate it.'],
])('replacing a key says of %j what stays', (names, sentence) => {
  const machines = names.map((name) => ({ name })) as OwnLicence['machines']
  const licence = { id: 'lic_1', plan: 'Studio', key: 'PRMT-7K2Q-9XQ4', machines } as OwnLicence
  const mine = { email: 'ada@example.com', licences: [licence] } as Mine
  const act = describeAct(mine, { act: 'replace-key', id: 'lic_1', activationId: '', enrolmentId: '' })
  expect(act?.will).toContain(sentence)
})

test.each([
  [false, null],
  [true, 'Go on to pay by card'],
])('an order that takes a card, %s, is paid so: %s', (takesCard, button) => {
  const order = { id: 'ord_1', number: '2026-000001', status: 'pending', total: 49, outstanding: 49 }
  const orders = [{ ...order, currency: 'AUD', paymentUrl: null, takesCard }] as unknown as OwnOrder[]
  const mine = { email: 'ada@example.com', orders } as Mine
  const pay = describeAct(mine, { act: 'pay', id: 'ord_1', activationId: '', enrolmentId: '' })
  expect(pay?.button ?? null).toBe(button)
})
