import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { createRouter } from '../../content/router.ts'
import { openContentStore } from '../../content/store.ts'

export type Usage = { port: number; cpuMs: number; rssMb: number }

const [dir] = process.argv.slice(2)
const server = dir ? await contentServer(dir) : bareServer()
server.listen(0, '127.0.0.1', report)
process.on('message', report)
process.on('disconnect', () => process.exit())

async function contentServer(dir: string) {
  const content = await openContentStore({ dir, drafts: true, now: () => new Date() })
  return createServer(express().disable('x-powered-by').use(apiRoutes.content, createRouter({ content })))
}

/** The ceiling: Node merely sends twelve kilobytes. */
function bareServer() {
  const bytes = Buffer.alloc(12_000, 'a')
  return createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('Content-Length', bytes.length).end(bytes))
  })
}

function report(): void {
  const { user, system } = process.cpuUsage()
  const { port } = server.address() as AddressInfo
  const usage: Usage = { port, cpuMs: (user + system) / 1_000, rssMb: process.memoryUsage.rss() / 1e6 }
  process.send?.(usage)
}
