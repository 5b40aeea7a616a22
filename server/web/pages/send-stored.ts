import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EncodedPage } from './stored-page.ts'

/** @param ofRequest further names and values, as `writeHead` takes them */
export function sendStored(
  { method, headers: { 'if-none-match': known } }: IncomingMessage,
  res: ServerResponse,
  { body, etag, headers, notModified }: EncodedPage,
  ofRequest: readonly string[],
): void {
  if (known !== undefined && isKnown(known, etag)) res.writeHead(304, [...notModified, ...ofRequest]).end()
  else res.writeHead(200, [...headers, ...ofRequest]).end(method === 'HEAD' ? undefined : body)
}

/** `If-None-Match` compares weakly (RFC 9110, 13.1.2), because re-encoding proxies weaken the ETag. */
function isKnown(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
