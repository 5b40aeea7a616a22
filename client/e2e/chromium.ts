import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** An installed Chromium, or Playwright's own; undefined where there is none. */
export function findChromium(): string | undefined {
  const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  return [...installed, chromium.executablePath()].find((path) => path && existsSync(path))
}

/** Keeps Chromium from talking to the outside; root has no sandbox to offer. */
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
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'inherit' })
  } catch {
    console.error(
      'The browser tests need Chromium, and it could not be installed from here.\n' +
        'Install it with your package manager, or with: npx playwright install chromium',
    )
    process.exit(1)
  }
}
