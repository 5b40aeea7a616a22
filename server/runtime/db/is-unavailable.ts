/**
 * Whether the database was locked, full, gone, read-only or starting, so that a retry may succeed. Nothing
 * was acknowledged.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, errcode, syscall, message = '' }: Fault = Object(error)
  if (code === 'ERR_SQLITE_ERROR') return sqliteCodes.has(Number(errcode) & 0xff)
  if (syscall === 'connect' && socketCodes.has(String(code))) return true
  return (typeof code === 'string' && postgresCodes.test(code)) || lostConnection.test(message)
}

type Fault = { code?: unknown; errcode?: unknown; syscall?: unknown; message?: string }

/** Busy, locked, read-only or moved, I/O error, full, can't open: https://sqlite.org/rescode.html */
const sqliteCodes = new Set([5, 6, 8, 10, 13, 14])

/** A stopped PostgreSQL removes its socket. Other sockets can't be opened, or have a full queue. */
const socketCodes = new Set(['ENOENT', 'EACCES', 'EAGAIN'])

/**
 * 08 connection, 40 deadlock, 53 resources, 57 shutdown, 55000 and 55P03 not now, 58 I/O:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const postgresCodes =
  /^(08\w{3}|25006|25P03|40001|40P01|53\w{3}|55000|55P03|57014|57P\d\d|58\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

const lostConnection =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** A host with several addresses fails with an AggregateError, whose own message is empty. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return (first as Error).message
}
