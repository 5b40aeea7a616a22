import type { AddressInfo } from 'node:net'
import { createSite } from '../app.ts'
import { readConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { listen } from '../http/listen.ts'
import { drainOnSignal } from '../process/drain.ts'
import { startJobs } from '../process/jobs.ts'

/** With no storable page, every request renders. */
const ctx = await createContext(readConfig())
ctx.ssr.storablePages = []
const server = await listen(createSite(ctx), ctx.config)
drainOnSignal(server, ctx, startJobs(ctx))
const { port } = server.address() as AddressInfo
ctx.log.info({ address: `http://localhost:${port}` }, 'listening')
