import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EncodedPage } from './stored-page.ts'

/** @param ofRequest further names and values, as `writeHead` takes them */
export function sendStored(
  { method, headers: { 'if-none-match': known } }: IncomingMessage,
  res: ServerResponse,
  { body, headers, notModified, ...page }: EncodedPage,
  ofRequest: readonly string[],
): void {
  if (known !== undefined && isKnown(known, page)) res.writeHead(304, [...notModified, ...ofRequest]).end()
  else res.writeHead(200, [...headers, ...ofRequest]).end(method === 'HEAD' ? undefined : body)
}

/** `If-None-Match` compares weakly (RFC 9110, 13.1.2), because re-encoding proxies weaken the ETag. */
function isKnown(ifNoneMatch: string, { etag, weakEtag }: Pick<EncodedPage, 'etag' | 'weakEtag'>): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const candidates = ifNoneMatch.split(',').map((candidate) => candidate.trim())
  return candidates.some((candidate) => candidate === weakEtag || candidate.replace(/^W\//, '') === etag)
}
