import type { RequestListener } from 'node:http'

/** Refuses a request with two `Host` lines, because a proxy may have obeyed the other one. RFC 9112, 3.2. */
export function oneHost(app: RequestListener): RequestListener {
  return (req, res) => {
    if (hasTwoHosts(req.rawHeaders)) res.writeHead(400, { Connection: 'close' }).end()
    else app(req, res)
  }
}

/** Reads `rawHeaders`, because `headersDistinct` builds a dictionary of all headers for each request. */
function hasTwoHosts(headers: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < headers.length; at += 2) if (headers[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}
