import type { RequestListener } from 'node:http'

/** Refuses a request with two `Host` lines: a proxy may have looked at the other one. RFC 9112, 3.2. */
export function oneHost(app: RequestListener): RequestListener {
  return (req, res) => {
    if (hasTwoHosts(req.rawHeaders)) res.writeHead(400, { Connection: 'close' }).end()
    else app(req, res)
  }
}

/** @param headers names and values by turns; `headersDistinct` would cost each request a dictionary of all of them */
function hasTwoHosts(headers: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < headers.length; at += 2) if (headers[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}
