import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskEndpoints } from '../desk/api.ts'

const mebibyte = 1024 ** 2
const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

/** Each names its limit in its description, and has a form below `/desk`. */
const uploads = deskEndpoints
  .filter(({ isMounted }) => isMounted)
  .flatMap(({ path, operation: { description = '' } }) => {
    const [, mebibytes] = /(\d+) MiB/.exec(description) ?? []
    return [path, path.replace('/api', '')].map((address) => ({ address, mebibytes: Number(mebibytes) }))
  })

/** The largest body at an address, in bytes. */
const proxies = {
  'nginx.conf'(address: string): number {
    const config = read('nginx.conf')
    const places = config.matchAll(/location ~ (\S+) \{\s+client_max_body_size (\d+)m;/g)
    const place = [...places].find(([, pattern = '']) => new RegExp(pattern).test(address))
    return mebibyte * Number(place?.[2] ?? /^\tclient_max_body_size (\d+)m;/m.exec(config)?.[1])
  },
  Caddyfile(address: string): number {
    const matchers = read('Caddyfile').matchAll(
      /@\w+ (not )?path (.+)\n\trequest_body @\w+ \{\s+max_size (\d+)MiB/g,
    )
    // The smallest counts where several match.
    const limits = [...matchers].flatMap(([, not, paths = '', size]) =>
      paths.split(' ').includes(address) === (not === undefined) ? [Number(size)] : [],
    )
    return mebibyte * Math.min(...limits)
  },
}

describe.each(Object.entries(proxies))('%s', (_file, mostBytes) => {
  test.each(uploads)(
    'lets $mebibytes MiB through to $address, and the fields of its form',
    ({ address, mebibytes }) => {
      expect(mostBytes(address)).toBeGreaterThan(mebibyte * mebibytes + 100_000)
      expect(mostBytes(address)).toBeLessThan(2 * mebibyte * mebibytes)
    },
  )

  test('lets 1 MiB through elsewhere, as a webhook may have', () => {
    expect(mostBytes(apiRoutes.stripeWebhook)).toBe(mebibyte)
  })
})

test.each([
  '/api/desk/imports',
  '/desk/imports',
  '/desk/imports/imp_1/check',
  '/api/desk/imports/imp_1/check',
])('nginx.conf lets %s read a long list for minutes', (address) => {
  const places = read('nginx.conf').matchAll(/location ~ (\S+) \{([^}]+)\}/g)
  const [, , rules] = [...places].find(([, pattern = '']) => new RegExp(pattern).test(address)) ?? []
  expect(Number(/proxy_read_timeout (\d+)s;/.exec(rules ?? '')?.[1])).toBeGreaterThanOrEqual(300)
})
