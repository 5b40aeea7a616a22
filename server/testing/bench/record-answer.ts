import { writeFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The body is base64; headers that Node adds itself are left out. */
export type RecordedAnswer = { headers: [name: string, value: string][]; body: string }

const ofNode = ['date', 'connection', 'keep-alive', 'transfer-encoding']

export async function recordAnswer(file: string, options: RequestOptions, body = ''): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<RecordedAnswer>()
  const asked = request({ ...options, host: '127.0.0.1' }, async (answer) => {
    const headers = Object.entries(answer.headers).filter(([name]) => !ofNode.includes(name))
    resolve({
      headers: headers.map(([name, value]) => [name, String(value)]),
      body: (await buffer(answer)).toString('base64'),
    })
  })
  asked.on('error', reject).end(body)
  writeFileSync(file, JSON.stringify(await promise))
}
