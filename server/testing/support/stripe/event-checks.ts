import assert from 'node:assert/strict'
import { signedText } from '../stripe-server.ts'
import type { Check } from './contract.ts'

/** Checks of webhook events, and the orders that they name. */
export const eventChecks: Record<string, Check> = {
  async 'reads whom an event is about, wherever it says so'({ payments }) {
    const about = async (object: object) => {
      const read = await payments.readEvent(...signed({ id: 'evt_1', type: 'a.b', data: { object } }))
      return read && [read.orderId, read.paymentIntent]
    }
    const order = { metadata: { order_id: 'ord_1' } }
    const all: [object, unknown][] = [
      [{ id: 'cs_1', client_reference_id: 'ord_1', metadata: { order_id: 'ord_2' } }, ['ord_1', null]],
      [{ object: 'payment_intent', id: 'pi_1', ...order }, ['ord_1', 'pi_1']],
      [{ object: 'refund', id: 're_1', payment_intent: 'pi_1' }, [null, 'pi_1']],
      [{ object: 'review', id: 'prv_1', payment_intent: { id: 'pi_1' } }, [null, 'pi_1']],
      [{ object: 'charge', id: 'ch_1', ...order }, ['ord_1', null]],
      [{ object: 'customer', id: 'cus_1' }, null],
      [{ object: 1, id: 2, payment_intent: 3, metadata: 'x', client_reference_id: 'ord_1' }, ['ord_1', null]],
    ]
    for (const [object, expected] of all) assert.deepEqual(await about(object), expected)
    assert.equal(await payments.readEvent(...signed({ id: 'evt_1', type: 'v2.thin' })), null)
  },
  async 'refuses an event that is unsigned, signed by others or old'({ payments }) {
    const event = { id: 'evt_1', type: 'a.b', data: { object: { client_reference_id: 'ord_1' } } }
    const [text, signature] = signed(event)
    assert.ok(await payments.readEvent(...signed(event, { secret: 'whsec_old' })))
    const refused: [Buffer, string][] = [
      [text, ''],
      [Buffer.from(`${text} `), signature],
      signed(event, { secret: 'whsec_2' }),
      signed(event, { at: Date.now() - 301_000 }),
    ]
    for (const each of refused) await assert.rejects(payments.readEvent(...each), { name: 'SignatureError' })
  },
  async 'finds an order by its intent'({ payments, pay }) {
    const { order } = await pay()
    assert.equal(await payments.findOrderId(String(order.payment_intent)), order.id)
    assert.equal(await payments.findOrderId('pi_of_another_account'), null)
  },
}

function signed(event: object, { secret = 'whsec_1', at = Date.now() } = {}): [Buffer, string] {
  const { body, signature } = signedText(JSON.stringify(event), { secret, at })
  return [Buffer.from(body), signature]
}
