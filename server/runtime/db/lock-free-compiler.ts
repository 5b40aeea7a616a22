import { type SelectModifierNode, SqliteQueryCompiler } from 'kysely'

/** Omits row locks, which only PostgreSQL needs: a transaction of SQLite locks the whole database. */
export class LockFreeCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'ForShare') super.visitSelectModifier(node)
  }
}
