import { join } from 'node:path'
import { root } from '../../runtime/root.ts'
import { workerFile } from '../../runtime/thread/thread.ts'

// Tests start hundreds of threads, and the built one starts in a quarter of the time. The run has built it.
workerFile.path = join(root, 'dist/server/worker.js')
