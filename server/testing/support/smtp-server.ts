import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = { recipients: string[]; messageId: string; raw: string }

/** The reaction to a received mail; "drop" hangs up without an answer. */
export type Reaction = 'accept' | 'drop' | { code: number; text: string }

export type TestSmtpServer = {
  url: string
  port: number
  /** Mails whose content arrived, whatever was answered. */
  received: ReceivedMail[]
  /** Tests set these reactions to recipients and mails. */
  onRecipient(address: string): Reaction | Promise<Reaction>
  onMail(mail: ReceivedMail): Reaction | Promise<Reaction>
  stop(): Promise<void>
}

/** Stores mails on loopback. */
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
          // A sender that left hears no answer.
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
