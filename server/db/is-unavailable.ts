/**
 * Whether the database, and not what was asked of it, is why it failed: locked, full, gone, read-only or starting. The
 * same again may succeed, and nothing of it has been acknowledged.
 */
export function isUnavailable(error: unknown): boolean {
  const {
    code,
    errcode,
    message = '',
  } = Object(error) as { code?: unknown; errcode?: unknown; message?: string }
  if (code === 'ERR_SQLITE_ERROR') return sqliteCodes.has(Number(errcode) & 0xff)
  return (typeof code === 'string' && postgresCodes.test(code)) || lostConnection.test(message)
}

/** Busy, locked, read-only or moved, input/output, full, can't be opened. https://sqlite.org/rescode.html */
const sqliteCodes = new Set([5, 6, 8, 10, 13, 14])

/**
 * Of PostgreSQL: connection (08), read-only after a failover (25006), idle too long in a transaction (25P03), deadlock and
 * serialization (40), resources such as disk and connections (53), lock (55P03), time-out, shutdown and start (57), input
 * and output (58). Of the way to it: Node's own names. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const postgresCodes =
  /^(08\w{3}|25006|25P03|40001|40P01|53\w{3}|55P03|57014|57P\d\d|58\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** What the driver says without a code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/
