import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { Response } from 'express'
import type { Statement } from '#shared/desk/statement-answers.ts'
import { sendStream } from '../../http/send-stream.ts'

/** 2,000 lines take 2 ms to write as JSON, and 20,000 at once would hold the event loop for 20. */
const linesAtOnce = 2000

export async function sendStatement(res: Response, status: number, statement: Statement): Promise<void> {
  res.status(status).type('json')
  await sendStream(res, Readable.from(jsonOf(statement)))
}

async function* jsonOf({ lines, ...rest }: Statement): AsyncGenerator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"lines":[`
  for (let start = 0; start < lines.length; start += linesAtOnce) {
    const part = JSON.stringify(lines.slice(start, start + linesAtOnce)).slice(1, -1)
    yield start === 0 ? part : `,${part}`
    await turn()
  }
  yield ']}'
}
