import { prepareNode } from './process/prepare-node.ts'

prepareNode()
const { start } = await import('./process/start.ts')
await start()
