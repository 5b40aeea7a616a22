import { defineConfig } from '@playwright/test'
import { type EngineName, engines, packages } from './installed.ts'

const names = Object.keys(engines) as EngineName[]
const isRunner = process.env.TEST_WORKER_INDEX === undefined
for (const name of names) {
  if (isRunner && !engines[name]) console.warn(`${name} isn’t installed. It comes with ${packages[name]}.`)
}

/** Playwright runs these tests in installed browsers. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.engine.ts',
  outputDir: '../../../test-results/engines',
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../../../test-results/engines.json' }]],
  projects: names.map((name) => ({ name, testIgnore: engines[name] ? [] : '**' })),
})
