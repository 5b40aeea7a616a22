import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A mail server on loopback that only remembers `Message-ID`s. */
type MailSink = {
  url: string
  /** In order of arrival, including repeats. */
  messageIds: string[]
  stop(): Promise<void>
}

export async function startMailSink(): Promise<MailSink> {
  const messageIds: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)))
    converse(socket, messageIds)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messageIds,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Implements as much of RFC 5321 as a sender needs. */
function converse(socket: Socket, messageIds: string[]): void {
  let received = ''
  let inMail = false
  socket.setEncoding('latin1').on('error', () => {})
  socket.write('220 sink\r\n')
  socket.on('data', (text) => {
    received += text
    for (;;) {
      const end = inMail ? '\r\n.\r\n' : '\r\n'
      const at = received.indexOf(end)
      if (at === -1) return
      const part = received.slice(0, at)
      received = received.slice(at + end.length)
      if (inMail) messageIds.push(/^Message-ID: (.*)$/im.exec(part)?.[1]?.trim() ?? '')
      socket.write(inMail ? '250 taken\r\n' : replyTo(part))
      inMail = !inMail && /^DATA$/i.test(part)
    }
  })
}

function replyTo(command: string): string {
  if (/^DATA$/i.test(command)) return '354 go on\r\n'
  return /^QUIT$/i.test(command) ? '221 bye\r\n' : '250 ok\r\n'
}
