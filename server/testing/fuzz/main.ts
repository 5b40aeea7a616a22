import { randomInt } from 'node:crypto'
import { readOptions } from '../../runtime/arguments.ts'

/** Exits with 1 on an unexpected 5xx, a wrong content type, a blocked event loop, a hang or growing memory. */
const values = readOptions('npm run fuzz -- [--seconds N] [--seed N]', {
  seconds: { type: 'string', default: '60' },
  seed: { type: 'string' },
})

// A wrong option is answered before the rest is read.
const { fuzzSite } = await import('./fuzz-site.ts')
await fuzzSite({ seconds: Number(values.seconds), seed: Number(values.seed ?? randomInt(2 ** 31)) })
