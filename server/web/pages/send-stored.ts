import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EncodedPage } from './stored-page.ts'

/** @param ofRequest further headers, as a flat list for `writeHead` */
export function sendStored(
  { method, headers: { 'if-none-match': known } }: IncomingMessage,
  res: ServerResponse,
  { body, headers, notModified, ...page }: EncodedPage,
  ofRequest: readonly string[],
): void {
  const etag = known === undefined ? null : knownOf(known, page)
  if (etag !== null) res.writeHead(304, [...notModified, 'ETag', etag, ...ofRequest]).end()
  else res.writeHead(200, [...headers, ...ofRequest]).end(method === 'HEAD' ? undefined : body)
}

/**
 * Compares `If-None-Match` weakly (RFC 9110, 13.1.2), because re-encoding proxies weaken the ETag.
 * @returns the browser's own ETag, by which it finds its copy (RFC 9111, 4.3.4)
 */
function knownOf(
  ifNoneMatch: string,
  { etag, weakEtag }: Pick<EncodedPage, 'etag' | 'weakEtag'>,
): string | null {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return etag
  const candidates = ifNoneMatch.split(',').map((candidate) => candidate.trim())
  return candidates.find((each) => each === weakEtag || each.replace(/^W\//, '') === etag) ?? null
}
