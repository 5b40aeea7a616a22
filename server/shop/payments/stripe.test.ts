import { test } from 'vitest'
import { runCheck, stripeContract } from '../../testing/support/stripe/contract.ts'
import { createStripeProvider } from './stripe.ts'

test.each(Object.entries(stripeContract))('%s', (_name, check) => runCheck(createStripeProvider, check))
