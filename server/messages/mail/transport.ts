import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../../config.ts'

export type MailTransport = {
  /**
   * @param id names the file, so that a repeat overwrites it
   * @returns the server's reply code; null for a file
   * @throws SmtpError or a network error
   */
  send(id: string, message: SendMailOptions): Promise<number | null>
}

/** nodemailer's own code, and the server's reply if there was one. */
export type SmtpError = Error & {
  code?: string
  command?: string
  responseCode?: number
  permanent?: boolean
}

/** Timeouts in milliseconds. */
type SmtpTimeouts = { connect: number; greeting: number; silence: number; whole: number }

/**
 * Closing the connection before a slow relay's last answer would send the mail twice (RFC 5321, 4.5.3.2.6).
 * `whole` stays below the lease.
 */
const patient: SmtpTimeouts = { connect: 10_000, greeting: 20_000, silence: 120_000, whole: 240_000 }

export function createMailTransport(
  { smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>,
  timeouts = patient,
): MailTransport {
  return smtpUrl ? smtpTransport(smtpUrl, timeouts) : fileTransport(join(dataDir, 'mail'))
}

/**
 * `smtps:` uses TLS from the start, `smtp:` if offered, and `?requireTLS=true` insists. Uses no pool, which
 * would retry mails; the outbox does that.
 */
function smtpTransport(url: string, timeouts: SmtpTimeouts): MailTransport {
  const options = {
    url,
    dnsTimeout: timeouts.connect,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
  }
  return {
    async send(_id, message) {
      const transport = (await loadMailer()).createTransport(options)
      const signal = AbortSignal.timeout(timeouts.whole)
      const { response } = await transport.sendMail({ ...message, signal })
      return Number.parseInt(response, 10)
    },
  }
}

/** Writes whole files that mail programs open. */
function fileTransport(dir: string): MailTransport {
  return {
    async send(id, message) {
      const { createTransport } = await loadMailer()
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message: bytes } = await transport.sendMail(message)
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const draft = join(dir, `.${id}.${process.pid}`)
      const file = await open(draft, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, join(dir, `${id}.eml`))
      return null
    },
  }
}

/** Loaded on first use, because most processes never send mail. */
const loadMailer = () => import('nodemailer')
