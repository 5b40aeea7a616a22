import { test } from 'vitest'
import { createStripeProvider } from './stripe.ts'
import { runCheck, stripeContract } from './stripe-contract.ts'

test.each(Object.entries(stripeContract))('%s', (_name, check) => runCheck(createStripeProvider, check))
