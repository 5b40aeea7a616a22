import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../config.ts'

export type MailTransport = {
  /**
   * @param id names the file where mails are files: sent twice, it is there once
   * @returns the server's reply code; null for a file
   * @throws SmtpError, or whatever else kept the mail from being accepted
   */
  send(id: string, message: SendMailOptions): Promise<number | null>
}

/** What nodemailer throws: its own code, and the server's reply where there was one. */
export type SmtpError = Error & {
  code?: string
  command?: string
  responseCode?: number
  permanent?: boolean
}

/** All in milliseconds. */
export type SmtpTimeouts = { connect: number; greeting: number; silence: number; whole: number }

/**
 * The relay's last answer may take its time, and a mail that it accepts after we hung up is sent twice
 * (RFC 5321, 4.5.3.2.6). The whole must stay below the lease.
 */
const patient: SmtpTimeouts = { connect: 10_000, greeting: 20_000, silence: 120_000, whole: 240_000 }

export function createMailTransport(
  { smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>,
  timeouts = patient,
): MailTransport {
  return smtpUrl ? smtpTransport(smtpUrl, timeouts) : fileTransport(join(dataDir, 'mail'))
}

/**
 * `smtps:` speaks TLS from the start, `smtp:` where the server offers it; `?requireTLS=true` after the address insists.
 * One connection for each mail: nodemailer's pool would repeat on its own what the outbox repeats.
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

/** Each mail a file that mail programs open: whole or not there. */
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

/** Most processes never send a mail, and a start needn't wait for what does. */
const loadMailer = () => import('nodemailer')
