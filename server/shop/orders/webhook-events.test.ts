import { test } from 'vitest'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { eventChecks, runEventCheck } from '../../testing/support/stripe/webhook-checks.ts'
import * as events from './webhook-events.ts'

describeOnBothEngines('an event of the card provider', ({ create }) => {
  test.each(Object.entries(eventChecks))('%s', async (_name, check) =>
    runEventCheck((await create()).database.db, events, check),
  )
})
