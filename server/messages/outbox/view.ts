import type { QueueRow } from '../../runtime/db/rows/queue.ts'

export function viewSending(row: QueueRow) {
  return {
    id: row.id,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.status === 'queued' ? row.next_attempt_at : null,
    lastError: row.last_error,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  }
}
