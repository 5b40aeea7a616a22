import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import express, { type Express } from 'express'

export type RecaptchaServer = {
  /** Address for `RECAPTCHA_BASE_URL`. */
  url: string
  /** Forms that were posted to `/api/siteverify`. */
  asked: Record<string, string>[]
  close(): Promise<void>
}

/** Stands in for reCAPTCHA version 2 on loopback. Tokens that start with "pass" are accepted once; others name their answer. */
export async function startRecaptcha(port = 0): Promise<RecaptchaServer> {
  const asked: RecaptchaServer['asked'] = []
  const server = createRecaptcha(asked).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Accepted once. */
export const passingToken = () => `pass-${randomUUID()}`

function createRecaptcha(asked: RecaptchaServer['asked']): Express {
  const used = new Set<string>()
  const script = readFileSync(new URL('./recaptcha-widget.js', import.meta.url), 'utf8')
  const app = express()

  app.get('/api.js', (_req, res) => void res.type('js').send(script))

  app.post('/api/siteverify', express.urlencoded({ extended: false }), (req, res) => {
    asked.push(req.body)
    const { secret = '', response = '' } = req.body as Record<string, string>
    const refuse = (...codes: string[]) => res.json({ success: false, 'error-codes': codes })
    if (secret === 'wrong') return void refuse('invalid-input-secret')
    if (response === 'hang') return
    if (response === 'garbage') return void res.send('<html>')
    if (response === 'large') return void res.json({ success: true, padding: 'x'.repeat(100_000) })
    if (response === '503') return void res.status(503).send('try later')
    if (response === 'redirect') return void res.redirect('/elsewhere')
    if (response === 'v3') return void res.json({ success: true, score: 0.1, hostname: 'localhost' })
    if (!response.startsWith('pass')) return void refuse('invalid-input-response')
    if (used.has(response)) return void refuse('timeout-or-duplicate')
    used.add(response)
    res.json({ success: true, challenge_ts: new Date().toISOString(), hostname: 'localhost' })
  })
  return app
}

if (import.meta.main) {
  const { url } = await startRecaptcha(Number(process.argv[2]))
  console.log(`A stand-in for reCAPTCHA listens at ${url}`)
}
