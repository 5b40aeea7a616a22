import { defineConfig } from '@playwright/test'
import { setup as keepCompiled } from '#server/testing/support/compile-cache.ts'
import { shareContentCache } from '#server/testing/support/share-content-cache.ts'
import { chromiumArguments, findChromium } from './chromium.ts'
import { dataDirOf, recaptcha, sitesUnderTest } from './sites-under-test.ts'

keepCompiled()
for (const { port } of Object.values(sitesUnderTest)) shareContentCache(dataDirOf(port))

/**
 * A test's page needs one process, not a second one for the empty page before it. Playwright asks V8 for call sites,
 * which V8 records when it first reads a script; otherwise it reads our scripts again, a quarter of the main thread's work.
 */
const thriftyArguments = ['--renderer-process-limit=1', '--js-flags=--no-enable-lazy-source-positions']

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  // Node strips the types itself, in a third of the time.
  build: { external: ['**/*.ts'] },
  globalSetup: '../../server/testing/support/own-folder.ts',
  outputDir: '../../test-results/browser',
  fullyParallel: true,
  workers: '100%',
  forbidOnly: true,
  // The machine may be busy, so these only end tests that hang.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/browser.json' }]],
  use: {
    baseURL: sitesUnderTest.plain.url,
    // The buyers of most tests are in Australia.
    locale: 'en-AU',
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: findChromium(), args: [...chromiumArguments, ...thriftyArguments] },
    screenshot: 'only-on-failure',
  },
  webServer: [
    {
      command: `node server/testing/support/recaptcha-server.ts ${recaptcha.port}`,
      cwd: '../..',
      port: recaptcha.port,
    },
    ...Object.values(sitesUnderTest).map(({ port, environment }) => ({
      command: 'node dist/server/main.js',
      cwd: '../..',
      port,
      env: {
        PORT: String(port),
        HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
        RATE_LIMIT_FACTOR: '0',
        DATA_DIR: dataDirOf(port),
        RECAPTCHA_BASE_URL: recaptcha.url,
        ...environment,
      },
      stdout: 'pipe' as const,
      reuseExistingServer: false,
    })),
  ],
})
