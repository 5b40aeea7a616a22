import { readConfig } from '../config.ts'
import { readOptions, wholeNumber } from '../runtime/arguments.ts'

const values = readOptions('npm run demo -- [--orders N] [--seed N] [--into DIR]', {
  orders: { type: 'string', default: '300' },
  seed: { type: 'string', default: '2026' },
  into: { type: 'string', default: '.demo' },
})

/** Uses its own folder, because the site's database is for real orders. */
const config = { ...readConfig(), dataDir: values.into, databaseUrl: null }
// Refuses a wrong option before loading the rest.
const { howToOpen, runDemo } = await import('./run-demo.ts')
const started = performance.now()
try {
  const counts = await runDemo(config, {
    orders: wholeNumber('--orders', values.orders),
    seed: wholeNumber('--seed', values.seed),
    end: new Date(),
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`Two years of a demonstration shop, made in ${seconds} s:`)
  for (const [what, count] of Object.entries(counts))
    console.log(`  ${String(count).padStart(6)} ${what.replaceAll('_', ' ')}`)
  console.log(howToOpen(values.into))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
