import type { Template } from '../../messages/mail/template.ts'
import type { ShopSources } from './sources.ts'

/** Goes to the earlier address, which may be a stranger's, so it has no link and omits the new address. */
export const orderReaddressed: Template<ShopSources> = async (mail, { sources }) => {
  const found = await sources.order(mail.order_id ?? '')
  if (!found) return null
  const { number } = found.order
  return {
    subject: `Order ${number} has another e-mail address`,
    title: 'The e-mail address was changed.',
    blocks: [
      `We changed the e-mail address of order ${number}. Its mails and licences go to the new address from now on, and the links in earlier mails don’t open it any more.`,
      'Didn’t you ask for this? Answer this mail, and we’ll put it right.',
    ],
    reason: 'You get this because the order belonged to this address.',
  }
}
