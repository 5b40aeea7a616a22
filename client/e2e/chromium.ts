import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Prefers an installed Chromium to Playwright's own; undefined without one. The headless shell takes a third of the CPU. */
export function findChromium(): string | undefined {
  const installed = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
    (name) => `/usr/bin/${name}`,
  )
  return [...installed, chromium.executablePath()].find((path) => path && existsSync(path))
}

/** Blocks outside connections. Root can't use the sandbox. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

if (import.meta.main && !findChromium()) install()

function install() {
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { stdio: 'inherit' })
  } catch {
    console.error(
      'The browser tests need Chromium, and it could not be installed from here.\n' +
        'Install it with your package manager, or with: npx playwright install chromium',
    )
    process.exit(1)
  }
}
