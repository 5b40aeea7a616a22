/** libpq's `sslmode` values, and `no-verify`, which node-postgres and several platforms add. */
export const sslModes = [
  'disable',
  'allow',
  'prefer',
  'require',
  'no-verify',
  'verify-ca',
  'verify-full',
] as const
type SslMode = (typeof sslModes)[number]

/**
 * Parameters of the address take precedence, as in libpq.
 * https://www.postgresql.org/docs/current/libpq-envars.html
 */
export function withSslVariables(
  address: string,
  { mode, rootCertificate }: { mode?: SslMode | undefined; rootCertificate?: string | undefined },
): string {
  const url = new URL(address)
  if (url.searchParams.get('ssl') === 'true') setMissing(url, 'sslmode', 'require')
  url.searchParams.delete('ssl')
  setMissing(url, 'sslmode', mode)
  setMissing(url, 'sslrootcert', rootCertificate)
  return toAddress(url)
}

/** Null if the server must be asked, which is libpq's default. Its socket never uses TLS. */
export function wantsTls(address: string): boolean | null {
  if (hostOf(address).startsWith('/')) return false
  const mode = new URL(address).searchParams.get('sslmode') ?? 'prefer'
  return mode === 'prefer' || mode === 'allow' ? null : mode !== 'disable'
}

/** @returns a host, perhaps with a port, or a socket's folder, which may be percent-encoded or a parameter */
export function hostOf(address: string): string {
  const { host, searchParams } = new URL(address)
  return searchParams.get('host') ?? decodeURIComponent(host)
}

/** node-postgres checks certificates in all modes but `no-verify`; this makes it read the modes as libpq does. */
export function driverAddress(address: string, tls: boolean): string {
  const url = new URL(address)
  const options = url.searchParams
  const mode = options.get('sslmode') ?? ''
  const checks = ['require', 'verify-ca', 'verify-full'].includes(mode)
  if (!checks || options.get('sslrootcert') === 'system') options.delete('sslrootcert')
  if (!tls) options.set('sslmode', 'disable')
  else if (!checks) options.set('sslmode', 'require')
  options.set('uselibpqcompat', 'true')
  return toAddress(url)
}

/** Separates the password, which must not appear in the list of processes. */
export function toolAddress(address: string): { dbname: string; password: string } {
  const url = new URL(address)
  const options = url.searchParams
  const password = options.get('password') ?? decodeURIComponent(url.password)
  url.password = ''
  for (const name of ['password', 'uselibpqcompat']) options.delete(name)
  if (options.get('sslmode') === 'no-verify') {
    options.set('sslmode', 'require')
    // With a certificate file, `require` would verify it.
    options.delete('sslrootcert')
  }
  if (options.get('sslmode') === 'verify-full') setMissing(url, 'sslrootcert', 'system')
  return { dbname: toAddress(url), password }
}

function setMissing({ searchParams }: URL, name: string, value: string | undefined): void {
  if (value !== undefined && !searchParams.has(name)) searchParams.set(name, value)
}

/** libpq doesn't read a plus as a space. */
function toAddress(url: URL): string {
  url.search = url.searchParams.toString().replaceAll('+', '%20')
  return url.href
}
