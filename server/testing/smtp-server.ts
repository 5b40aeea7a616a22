import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = { recipients: string[]; messageId: string; raw: string }

/** What the server does with a mail whose content it has; "drop" hangs up without an answer. */
export type Reaction = 'accept' | 'drop' | { code: number; text: string }

export type TestSmtpServer = {
  url: string
  port: number
  /** Every mail whose content came, whatever was answered. */
  received: ReceivedMail[]
  /** Set by tests: asked for each recipient and for each mail. */
  onRecipient(address: string): Reaction | Promise<Reaction>
  onMail(mail: ReceivedMail): Reaction | Promise<Reaction>
  stop(): Promise<void>
}

/** A mail server on loopback that keeps what it is sent. */
export async function startSmtpServer(
  options: SMTPServerOptions & { port?: number } = {},
): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: options.secure ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onRcptTo({ address }, session, done) {
      Promise.resolve(server.onRecipient(address)).then((reaction) => react(reaction, session.id, done))
    },
    onData(stream, session, done) {
      buffer(stream).then(
        async (bytes) => {
          const raw = bytes.toString()
          const [, messageId = ''] = /^Message-ID: (.*)$/im.exec(raw) ?? []
          const mail = {
            recipients: session.envelope.rcptTo.map(({ address }) => address),
            messageId: messageId.trim(),
            raw,
          }
          received.push(mail)
          react(await server.onMail(mail), session.id, done)
          // A sender that is gone hears no answer.
        },
        () => {},
      )
    },
    ...options,
  })
  smtp.on('error', () => {})

  function react(reaction: Reaction, session: string, done: (error: Error | null) => void): void {
    if (reaction === 'drop') {
      const connection = [...smtp.connections].find(({ id }) => id === session)
      connection?._socket.destroy()
    } else {
      done(reaction === 'accept' ? null : refusal(reaction))
    }
  }

  smtp.listen(options.port ?? 0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const server: TestSmtpServer = {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    port,
    received,
    onRecipient: () => 'accept',
    onMail: () => 'accept',
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
  return server
}

function refusal({ code, text }: { code: number; text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code })
}
