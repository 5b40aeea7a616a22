import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EncodedPage } from './stored-page.ts'

/** @param ofRequest further headers */
export function sendStored(
  { method, headers: { 'if-none-match': known } }: IncomingMessage,
  res: ServerResponse,
  { body, etag, headers, notModified }: EncodedPage,
  ofRequest: Readonly<Record<string, string>>,
): void {
  const isUnchanged = known !== undefined && isKnown(known, etag)
  const list = [...(isUnchanged ? notModified : headers)]
  for (const [name, value] of Object.entries(ofRequest)) list.push(name, value)
  res.writeHead(isUnchanged ? 304 : 200, list).end(isUnchanged || method === 'HEAD' ? undefined : body)
}

/** `If-None-Match` compares weakly (RFC 9110, 13.1.2), because re-encoding proxies weaken the ETag. */
function isKnown(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
