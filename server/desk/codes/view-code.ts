import type { DeskCode } from '#shared/desk/code-answers.ts'
import type { CodeWithUses } from '../../shop/codes/codes.ts'

export function viewCode(row: CodeWithUses): DeskCode {
  return {
    code: row.code,
    percent: row.percent,
    amount: row.amount,
    skus: row.skus === null ? null : (JSON.parse(row.skus) as string[]),
    for: row.applies_to,
    from: row.from_day,
    to: row.to_day,
    maxUses: row.max_uses,
    maxUsesPerAddress: row.max_uses_per_address,
    note: row.note,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    reserved: row.reserved,
    counted: row.counted,
    promised: row.promised,
  }
}
