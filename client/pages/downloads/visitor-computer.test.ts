import { expect, it } from 'vitest'
import { archOf, platformOf } from './visitor-computer.ts'

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 0, 'windows'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 10, 'windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    0,
    'macos',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    5,
    null,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 0, 'linux'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 5, null],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 5, null],
  ['Mozilla/5.0 (X11; CrOS x86_64 16000.0.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 0, null],
  ['', 0, null],
])('%s with %i touch points is %s', (userAgent, maxTouchPoints, platform) => {
  expect(platformOf({ userAgent, maxTouchPoints })).toBe(platform)
})

const macChrome =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

it.each([
  ['Windows', false, 'windows'],
  ['macOS', false, 'macos'],
  ['Linux', false, 'linux'],
  ['Android', true, null],
  ['Android', false, null],
  ['Chrome OS', false, null],
  ['Unknown', false, null],
  ['', false, 'macos'],
])('the hint %s (mobile %s) weighs more than the user agent: %s', (platform, mobile, expected) => {
  const client = { userAgent: macChrome, maxTouchPoints: 0, userAgentData: hints({ platform, mobile }) }
  expect(platformOf(client)).toBe(expected)
})

it.each([
  [{ architecture: 'arm', bitness: '64' }, 'arm64'],
  [{ architecture: 'x86', bitness: '64' }, 'x64'],
  [{ architecture: 'x86', bitness: '32' }, null],
  [{ architecture: '', bitness: '' }, null],
  [{}, null],
])('the hints %o mean %s', async (values, arch) => {
  const userAgentData = hints({ getHighEntropyValues: async () => values })
  expect(await archOf({ userAgent: macChrome, maxTouchPoints: 0, userAgentData })).toBe(arch)
})

it('refused hints and a user agent that calls every Mac an Intel say nothing of the processor', async () => {
  const userAgentData = hints({ getHighEntropyValues: () => Promise.reject(new Error('NotAllowedError')) })
  expect(await archOf({ userAgent: macChrome, maxTouchPoints: 0, userAgentData })).toBe(null)
  expect(await archOf({ userAgent: macChrome, maxTouchPoints: 0 })).toBe(null)
})

it('Firefox on Linux says when its machine is an ARM', async () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux aarch64; rv:140.0) Gecko/20100101 Firefox/140.0'
  expect(await archOf({ userAgent, maxTouchPoints: 0 })).toBe('arm64')
})

type Hints = NonNullable<Parameters<typeof platformOf>[0]['userAgentData']>

function hints(given: Partial<Hints>): Hints {
  return { platform: 'macOS', mobile: false, getHighEntropyValues: async () => ({}), ...given }
}
