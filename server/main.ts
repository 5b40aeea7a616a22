import { prepareNode } from './runtime/process/prepare-node.ts'

prepareNode()
const { start } = await import('./runtime/process/start.ts')
await start()
