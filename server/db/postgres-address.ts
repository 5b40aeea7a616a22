/** The `sslmode` of libpq, and `no-verify`, which node-postgres and several platforms add to it. */
export const sslModes = [
  'disable',
  'allow',
  'prefer',
  'require',
  'no-verify',
  'verify-ca',
  'verify-full',
] as const
export type SslMode = (typeof sslModes)[number]

/**
 * Writes into the address what PGSSLMODE and PGSSLROOTCERT say, so that it alone tells how to connect. What the address
 * says itself comes first, as with libpq. https://www.postgresql.org/docs/current/libpq-envars.html
 */
export function withSslVariables(
  address: string,
  { mode, rootCertificate }: { mode?: SslMode | undefined; rootCertificate?: string | undefined },
): string {
  const url = new URL(address)
  // libpq reads `ssl=true` as JDBC's word for it.
  if (url.searchParams.get('ssl') === 'true') setMissing(url, 'sslmode', 'require')
  url.searchParams.delete('ssl')
  setMissing(url, 'sslmode', mode)
  setMissing(url, 'sslrootcert', rootCertificate)
  return toAddress(url)
}

/** Null where the server is to be asked whether it speaks TLS, which is libpq's default. */
export function wantsTls(address: string): boolean | null {
  const mode = new URL(address).searchParams.get('sslmode') ?? 'prefer'
  return mode === 'prefer' || mode === 'allow' ? null : mode !== 'disable'
}

/**
 * The address as node-postgres takes it. By its own default it checks certificates in every mode but `no-verify`, so it
 * is told to read the modes as libpq does.
 */
export function driverAddress(address: string, tls: boolean): string {
  const url = new URL(address)
  const options = url.searchParams
  const mode = options.get('sslmode') ?? ''
  const checks = ['require', 'verify-ca', 'verify-full'].includes(mode)
  // Without the name of a file, Node checks by the authorities that it brings.
  if (!checks || options.get('sslrootcert') === 'system') options.delete('sslrootcert')
  if (!tls) options.set('sslmode', 'disable')
  else if (!checks) options.set('sslmode', 'require')
  options.set('uselibpqcompat', 'true')
  return toAddress(url)
}

/** The address as PostgreSQL's own tools take it, and its password, which no list of processes should show. */
export function toolAddress(address: string): { dbname: string; password: string } {
  const url = new URL(address)
  const options = url.searchParams
  const password = options.get('password') ?? decodeURIComponent(url.password)
  url.password = ''
  for (const name of ['password', 'uselibpqcompat']) options.delete(name)
  if (options.get('sslmode') === 'no-verify') {
    options.set('sslmode', 'require')
    // With a certificate `require` would check it.
    options.delete('sslrootcert')
  }
  if (options.get('sslmode') === 'verify-full') setMissing(url, 'sslrootcert', 'system')
  return { dbname: toAddress(url), password }
}

function setMissing({ searchParams }: URL, name: string, value: string | undefined): void {
  if (value !== undefined && !searchParams.has(name)) searchParams.set(name, value)
}

/** To libpq a plus is no space. */
function toAddress(url: URL): string {
  url.search = url.searchParams.toString().replaceAll('+', '%20')
  return url.href
}
